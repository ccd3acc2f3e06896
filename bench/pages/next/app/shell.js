import { readFileSync } from 'node:fs'

/** What ../shell.ts took from the shop's page: the elements of its body, without its products. */
export const body = JSON.parse(readFileSync(process.env.SHELL_FILE, 'utf8'))

import { readFileSync } from 'node:fs'

/** What ../shell.ts took from the shop's page: the elements of its body, and the products on it. */
export const { body, productIds } = JSON.parse(readFileSync(process.env.SHELL_FILE, 'utf8'))

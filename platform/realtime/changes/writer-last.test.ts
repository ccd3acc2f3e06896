import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWritesUnderWay, writerOf } from '../../kernel/writes-under-way.ts'
import { createWriterLast } from './writer-last.ts'

function open() {
  const writes = createWritesUnderWay()
  const heard: string[] = []
  const channel = createWriterLast({
    answered: () => writes.answered('ann'),
    send: (frame) => heard.push(frame.toString()),
  })
  return { writes, heard, say: (text: string) => channel.send(Buffer.from(text)) }
}

test('changes go out at once while their reader writes nothing, whatever others write', () => {
  const { writes, heard, say } = open()
  writes.begin('bob')
  say('a')
  expect(heard).toEqual(['a'])
})

test('a change that comes while its reader writes follows the response, and later ones follow it', async () => {
  const { writes, heard, say } = open()
  const done = writes.begin('ann')
  say('a')
  say('b')
  await setTimeout(10)
  expect(heard).toEqual([])
  done()
  await writes.answered('ann')
  await Promise.resolve()
  say('c')
  await expect.poll(() => heard).toEqual(['a', 'b', 'c'])
})

test('a request that takes long holds back nothing for long', async () => {
  const { writes, heard, say } = open()
  writes.begin('ann')
  say('a')
  await expect.poll(() => heard).toEqual(['a'])
})

test('a writer is an address with an account, or with a role', () => {
  expect(writerOf('2001:db8::1', { sub: 'ann', role: 'authenticated' })).toBe(writerOf('2001:db8::2', { sub: 'ann' }))
  expect(writerOf('192.0.2.1', { role: 'anon' })).not.toBe(writerOf('192.0.2.2', { role: 'anon' }))
})

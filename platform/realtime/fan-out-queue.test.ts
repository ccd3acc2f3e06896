import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHub, type Hub, topicKey } from './hub.ts'
import type { Member } from './member.ts'

const topic = topicKey('room', false)

function join(hub: Hub, options: Partial<Member> = {}) {
  const heard: string[] = []
  const member: Member = {
    ...{ vsn: '2.0.0', hearsBroadcasts: true, hearsPresence: true, replayedIds: new Set() },
    send: (bytes) => heard.push(...(bytes.toString().match(/\w/g) ?? [])),
    ...options,
  }
  hub.join(topic, member)
  return { member, heard }
}
/** One letter each, so that several in one write can be told apart. */
const message = (letter: string) => ({ size: 1, frame: () => Buffer.from(letter) })
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

test('every member hears all messages in their order, however they are gathered', async () => {
  const hub = createHub()
  const members = Array.from({ length: 200 }, () => join(hub))
  for (const letter of 'abc') hub.broadcast(topic, message(letter))
  await setImmediate()
  for (const letter of 'de') hub.broadcast(topic, message(letter))
  await settled()
  for (const { heard } of members) expect(heard.join('')).toBe('abcde')
})

test('who joins hears what is said afterwards, and who leaves nothing more', async () => {
  const hub = createHub()
  const first = join(hub)
  hub.broadcast(topic, message('a'))
  const second = join(hub)
  hub.broadcast(topic, message('b'))
  hub.leave(topic, first.member)
  hub.broadcast(topic, message('c'))
  await settled()
  expect(first.heard).toEqual([])
  expect(second.heard).toEqual(['b', 'c'])
})

test('the sender, those who have heard it already and those who may not hear it are passed over', async () => {
  const hub = createHub()
  const sender = join(hub)
  const replayed = join(hub, { replayedIds: new Set(['1']) })
  const presenceOnly = join(hub, { hearsBroadcasts: false })
  hub.broadcast(topic, message('a'), { except: sender.member })
  hub.broadcast(topic, message('b'), { messageId: '1' })
  hub.presence(topic, message('p'))
  await settled()
  expect(sender.heard).toEqual(['b', 'p'])
  expect(replayed.heard).toEqual(['a', 'p'])
  expect(presenceOnly.heard).toEqual(['p'])
})

test('whoever can wait waits while much is on its way', async () => {
  const hub = createHub()
  const { heard } = join(hub)
  for (let sent = 0; sent < 600; sent++) hub.broadcast(topic, message('x'))
  let hasRoom = false
  void hub.room().then(() => {
    hasRoom = true
  })
  await Promise.resolve()
  expect(hasRoom).toBe(false)
  await settled()
  expect({ hasRoom, heard: heard.length }).toEqual({ hasRoom: true, heard: 600 })
})

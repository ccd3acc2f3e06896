import type { RealtimeChannel } from '@supabase/supabase-js'

/** Waits until a look gives something; tests never sleep for a time that may be too short. */
export async function until<T>(look: () => T | null | undefined | false, what: string, timeoutMs = 15_000): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const seen = look()
    if (seen) return seen
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Subscribes and resolves when joined; rejects with the server's reason. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
}

export interface SystemMessage {
  extension: string
  status: string
  message: string
  channel: string
}

/** Subscribes and resolves when the server says that changes of the database flow. */
export async function streaming(channel: RealtimeChannel): Promise<RealtimeChannel> {
  const said: SystemMessage[] = []
  channel.on('system', {}, (message: SystemMessage) => said.push(message))
  await joined(channel)
  const first = await until(() => said.find((message) => message.extension === 'postgres_changes'), 'a system message')
  if (first.status !== 'ok') throw new Error(first.message)
  return channel
}

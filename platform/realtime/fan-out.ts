import { encodeBroadcast, encodeRaw, type UserBroadcast, type Vsn } from './serializer.ts'

/** One message for many sockets: encoded at most once for each protocol version. */
export interface FanOut {
  /** About how many bytes a frame has. */
  readonly size: number
  /** Null where the version cannot carry the message. */
  frame(vsn: Vsn): Buffer | null
}

export function fanOutBroadcast(topic: string, broadcast: UserBroadcast): FanOut {
  return once(broadcast.body.byteLength, (vsn) => encodeBroadcast(vsn, topic, broadcast))
}

export function fanOutMessage(message: { topic: string; event: string; payload: unknown }): FanOut {
  return fanOutRaw(message, JSON.stringify(message.payload))
}

/** With a payload that is JSON text already. */
export function fanOutRaw(message: { topic: string; event: string }, payload: string): FanOut {
  return once(payload.length, (vsn) => encodeRaw(vsn, message, payload))
}

function once(size: number, encode: (vsn: Vsn) => Buffer | null): FanOut {
  const frames = new Map<Vsn, Buffer | null>()
  return {
    size,
    frame(vsn) {
      let frame = frames.get(vsn)
      if (frame === undefined) {
        frame = encode(vsn)
        frames.set(vsn, frame)
      }
      return frame
    },
  }
}

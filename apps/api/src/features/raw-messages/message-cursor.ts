/**
 * Position of a message among all messages of a device. The newest message comes first. Messages are ordered by time, then
 * topic, then offset in the topic.
 */
export interface MessagePlace {
  at: number
  topic: number
  offset: bigint
}

/** Compares two positions. The result is negative when `one` is newer and therefore comes first. */
export const byNewest = (one: MessagePlace, other: MessagePlace): number =>
  other.at - one.at || one.topic - other.topic || (one.offset < other.offset ? 1 : one.offset > other.offset ? -1 : 0)

export const writeCursor = ({ at, topic, offset }: MessagePlace): string =>
  Buffer.from(`${at} ${topic} ${offset}`).toString('base64url')

/** Parses a cursor. Invalid fields are undefined; see {@link isCursor}. */
export function readCursor(text: string): Partial<MessagePlace> {
  const parts = /^(\d{1,16}) ([0-9]) (\d{1,19})$/.exec(Buffer.from(text, 'base64url').toString())
  return parts ? { at: Number(parts[1]), topic: Number(parts[2]), offset: BigInt(parts[3] ?? 0) } : {}
}

export const isCursor = (place: Partial<MessagePlace>): place is MessagePlace => place.at !== undefined

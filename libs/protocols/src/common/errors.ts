import type { CommandError, DecodeError, FrameError } from '../protocol.js'

/** Bytes that were damaged on the way: the tracker will send them again. */
export const damaged = (reason: string): DecodeError => ({ kind: 'decodeError', cause: 'checksum', reason })

/** An intact frame that we cannot read. @param replyWhenRejected what frees the tracker's queue of it all the same */
export const unreadable = (reason: string, replyWhenRejected?: Buffer): DecodeError => ({
  kind: 'decodeError',
  cause: 'content',
  reason,
  ...(replyWhenRejected && { replyWhenRejected }),
})

/** A stream in which no frame can be found any more. */
export const lost = (reason: string): FrameError => ({ kind: 'frameError', reason })

/** A command that would break the framing, or that the tracker has no place for. */
export const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })

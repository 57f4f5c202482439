import type { CommandError, DecodeError, FrameError } from '../protocol.js'

/** Error for bytes damaged on the way, which the tracker will send again. */
export const damaged = (reason: string): DecodeError => ({ kind: 'decodeError', cause: 'checksum', reason })

/**
 * Error for an intact frame that cannot be decoded. @param replyWhenRejected reply that makes the tracker drop it from its queue
 */
export const unreadable = (reason: string, replyWhenRejected?: Buffer): DecodeError => ({
  kind: 'decodeError',
  cause: 'content',
  reason,
  ...(replyWhenRejected && { replyWhenRejected }),
})

/** Error for a stream in which frames can no longer be found. */
export const lost = (reason: string): FrameError => ({ kind: 'frameError', reason })

/** Error for a command that would break the framing, or that the tracker has no place for. */
export const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })

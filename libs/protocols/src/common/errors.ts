import type { CommandError, DecodeError, FrameError } from '../protocol.js'

/** Error for bytes that were damaged on the way. The tracker will send them again. */
export const damaged = (reason: string): DecodeError => ({ kind: 'decodeError', cause: 'checksum', reason })

/**
 * Error for an intact frame that cannot be decoded.
 * @param replyWhenRejected reply that makes the tracker remove the frame from its queue
 */
export const unreadable = (reason: string, replyWhenRejected?: Buffer): DecodeError => ({
  kind: 'decodeError',
  cause: 'content',
  reason,
  ...(replyWhenRejected && { replyWhenRejected }),
})

/** Error for a stream that can no longer be split into frames. */
export const lost = (reason: string): FrameError => ({ kind: 'frameError', reason })

/** Error for a command that would break the framing, or that does not fit into the tracker's protocol. */
export const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })

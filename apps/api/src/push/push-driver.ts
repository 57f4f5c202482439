import type { Sentence } from '../texts/sentence.js'

/** Address of a device: `token` for an app, the other fields for a browser. */
export interface PushAddress {
  token?: string
  endpoint?: string
  p256dh?: string
  auth?: string
}

export interface Push {
  /** Id of one message on one device. A repeated push has the same id. */
  id: string
  address: PushAddress
  title: string
  body: string
  /**
   * Replaces an earlier push with the same tag on the device, so that a repeated one is shown once. At most 32 characters of
   * base64url.
   */
  tag: string
  /** Page of the portal that a browser opens. */
  path: string
}

/** A provider's answer. Nothing is thrown, even when the provider is unavailable. */
export type PushOutcome =
  | { kind: 'sent' }
  /** The device is no longer registered, and never will be at this address. */
  | { kind: 'gone'; reason: Sentence }
  /** A retry cannot help. */
  | { kind: 'refused'; reason: Sentence }
  /** A retry may help, after this many seconds if the provider names a delay. */
  | { kind: 'later'; reason: Sentence; afterS?: number }

/** Sends to devices of one kind. */
export interface PushDriver {
  send(push: Push): Promise<PushOutcome>
}

export const PUSH_DRIVERS = Symbol('push drivers')
/** By kind of device. */
export type PushDrivers = Readonly<Record<'fcm' | 'webpush', PushDriver>>

/** Seconds for which a provider keeps a push for an offline device. A workshop's message is of no use weeks later. */
export const KEPT_S = 3 * 24 * 3_600
/** Time-out for one push, however slowly the provider answers. */
export const SEND_MS = 15_000

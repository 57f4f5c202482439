import type { Sentence } from '../texts/sentence.js'

/** Where an app is reached: `token`; where a browser is: the rest. */
export interface PushAddress {
  token?: string
  endpoint?: string
  p256dh?: string
  auth?: string
}

export interface Push {
  /** Of one message on one device: what is sent again under it is the same one. */
  id: string
  address: PushAddress
  title: string
  body: string
  /** What replaces an earlier one on the device, at most 32 characters of base64url: so a push that comes twice is seen once. */
  tag: string
  /** Page of the portal that a browser opens. */
  path: string
}

/** What a provider said. Nothing is thrown: a provider that is away is an answer, too. */
export type PushOutcome =
  | { kind: 'sent' }
  /** The device is registered no more, and never will be under this address. */
  | { kind: 'gone'; reason: Sentence }
  /** Trying again cannot help. */
  | { kind: 'refused'; reason: Sentence }
  /** It may pass; not before so many seconds, where the provider says so. */
  | { kind: 'later'; reason: Sentence; afterS?: number }

/** The way to devices of one kind. */
export interface PushDriver {
  send(push: Push): Promise<PushOutcome>
}

export const PUSH_DRIVERS = Symbol('push drivers')
/** By kind of device. */
export type PushDrivers = Readonly<Record<'fcm' | 'webpush', PushDriver>>

/** How long a provider keeps a push for a device that is away. What a workshop says today helps nobody next month. */
export const KEPT_S = 3 * 24 * 3_600
/** One push, however slowly the provider answers. */
export const SEND_MS = 15_000

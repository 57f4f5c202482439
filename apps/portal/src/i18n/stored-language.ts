import { inBrowser } from '../storage/browser-storage.js'
import { isLanguageKey, type LanguageKey } from './languages.js'

/** Storage key of the language. */
export const LANGUAGE_KEY = 'lang'

/**
 * Key with which the stored value is encrypted, so that it cannot be read at a glance. The key is not a secret, because the
 * portal's code contains it (decision G-95).
 */
const APP_KEY = 'cm9hZGJvb2stbGFuZ3VhZ2Uta2V5LTIwMjUtdjEtYWVz'
const IV_BYTES = 12

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const appKey = () => crypto.subtle.importKey('raw', bytesOf(APP_KEY).slice(0, 32), 'AES-GCM', false, ['encrypt', 'decrypt'])

/**
 * Stores the choice as base64 of IV and AES-GCM ciphertext. If the browser has no WebCrypto (as on plain http) or no storage,
 * the choice lasts only until the page closes.
 */
export async function storeLanguage(language: LanguageKey): Promise<void> {
  if (!('subtle' in crypto)) return
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await appKey(), new TextEncoder().encode(language))
  inBrowser(LANGUAGE_KEY).write(base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)])))
}

/**
 * Returns the stored choice. Undefined if there is no choice or if the choice cannot be read. The browser's language then
 * applies.
 */
export async function readStoredLanguage(): Promise<LanguageKey | undefined> {
  const stored = inBrowser(LANGUAGE_KEY).read()
  if (!stored) return undefined
  try {
    const bytes = bytesOf(stored)
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES) },
      await appKey(),
      bytes.slice(IV_BYTES),
    )
    const language = new TextDecoder().decode(opened)
    return isLanguageKey(language) ? language : undefined
  } catch {
    return undefined // The value was tampered with, or is from another release (G-95).
  }
}

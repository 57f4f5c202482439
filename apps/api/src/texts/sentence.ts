import { isolated } from '@roadbook/contracts/isolated'
import { DEFAULT_LOCALE, type Locale } from './locale.js'

/** Value for a placeholder of a text. A list is joined: words and parts of sentences by commas, sentences by semicolons. */
export type Value = string | number | Sentence | readonly (string | Sentence)[]
export type Values = Readonly<Record<string, Value>>

/** A sentence in the form that is stored and sent. Rows of older versions also have values of other types. */
export interface StoredSentence {
  code: string
  values: Readonly<Record<string, unknown>>
}

/** A text for users, in a language that is chosen when they read it. */
export class Sentence {
  /** @param code stable code, for example `tokens.too-many`. Clients may depend on it. */
  constructor(
    readonly code: string,
    readonly values: Values = {},
  ) {}

  /** @param look formats values, for example a name within a sentence */
  in(locale: Locale, look: (value: string) => string = String): string {
    const text = textOf(this.code, locale)
    return text.replace(PLACE, (place, name: string, one: string | undefined, many: string | undefined) => {
      const value = this.values[name]
      if (value === undefined) return place
      if (one === undefined || many === undefined) return inWords(value, locale, look)
      return isOne(Number(value), locale) ? one : many
    })
  }

  /** Returns the text while {@link withLocale} runs. Otherwise returns the stored form. */
  toJSON(): StoredSentence | string {
    return chosen ? this.in(chosen, isolated) : this.stored()
  }

  stored(): StoredSentence {
    return { code: this.code, values: this.values }
  }
}

let chosen: Locale | undefined

/** Runs `write` synchronously. Sentences that are written to JSON by `write` become texts in the given language. */
export function withLocale<T>(locale: Locale, write: () => T): T {
  const before = chosen
  chosen = locale
  try {
    return write()
  } finally {
    chosen = before
  }
}

/**
 * Matches the placeholders `{name}` and `{count|vehicle|vehicles}`. The second one is replaced by the word that fits the
 * number.
 */
export const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

/** Returns whether a number takes the singular. In French, zero does too. */
const isOne = (count: number, locale: Locale) => count === 1 || (locale === 'fr' && count === 0)

/** Returns whether a value is a whole sentence. A code with two dots is a part of a sentence. */
const isWhole = (part: string | Sentence) => part instanceof Sentence && part.code.split('.').length === 2

function inWords(value: Value, locale: Locale, look: (value: string) => string): string {
  if (value instanceof Sentence) return value.in(locale, look)
  if (typeof value === 'string' || typeof value === 'number') return look(String(value))
  return value.map((part) => inWords(part, locale, look)).join(value.some(isWhole) ? '; ' : ', ')
}

type Texts = Readonly<Record<Locale, string>>
const TEXTS = new Map<string, Texts>()

const textOf = (code: string, locale: Locale): string => {
  const texts = TEXTS.get(code)
  if (!texts) throw new Error(`${code} is no text`)
  return texts[locale]
}

/** Returns all texts of the loaded features, by code. */
export const allTexts = (): ReadonlyMap<string, Texts> => TEXTS

/** Returns the codes of all sentences, in alphabetical order. */
export const sentenceCodes = (): string[] => [...TEXTS.keys()].filter((code) => /^[\w-]+\.[\w-]+$/.test(code)).sort()

/**
 * Defines a group of texts, for example those of a feature. They have the form of the feature's `texts.json`: languages,
 * each with the same keys. A key with a dot is a part of a sentence or a word (`csv.name`). Other keys are sentences, and
 * their codes are in the OpenAPI document.
 * @param namespace prefix of the codes
 * @returns a function that creates one of these sentences
 */
export function defineTexts<Key extends string>(
  namespace: string,
  texts: Readonly<Record<Locale, Readonly<Record<Key, string>>>>,
) {
  for (const key of Object.keys(texts[DEFAULT_LOCALE]) as Key[]) {
    TEXTS.set(`${namespace}.${key}`, { nl: texts.nl[key], en: texts.en[key], de: texts.de[key], fr: texts.fr[key] })
  }
  return (key: Key, values: Values = {}): Sentence => new Sentence(`${namespace}.${key}`, values)
}

/** Returns a stored value with its sentences restored, at any depth. */
export function withSentences(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  if (Array.isArray(stored)) return stored.map(withSentences)
  const sentence = 'code' in stored && 'values' in stored ? sentenceFrom(stored) : undefined
  return sentence ?? Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, withSentences(value)]))
}

/**
 * Returns a stored sentence. Returns undefined when the value is not a sentence, or when this version of Roadbook does not
 * know its code.
 */
export function sentenceFrom(stored: unknown): Sentence | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { code, values = {} } = stored as Partial<StoredSentence>
  if (typeof code !== 'string' || !TEXTS.has(code)) return undefined
  return new Sentence(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueFrom(value)])))
}

function valueFrom(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.map((part) => sentenceFrom(part) ?? String(part))
  return sentenceFrom(value) ?? ''
}

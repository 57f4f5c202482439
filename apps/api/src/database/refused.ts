import { type Problem } from '../http/problems.js'
import { rule } from '../texts/platform.js'
import ruleTexts from '../texts/rules.json' with { type: 'json' }
import type { Sentence } from '../texts/sentence.js'

const CHECK_VIOLATION = '23514'

/**
 * Turns the error of a database trigger that refuses a write into a problem for the caller. Other errors pass through.
 * Triggers raise the English texts of `texts/rules.json`, but begin them with a lower-case letter.
 */
export async function refusedBy<T>(work: Promise<T>, toProblem: (rule: Sentence) => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint, message } = error as { code?: unknown; constraint?: unknown; message?: unknown }
    // Only errors that triggers raised become problems. An error with a constraint name has a message about columns, which is
    // not for users.
    if (code === CHECK_VIOLATION && !constraint && typeof message === 'string') throw toProblem(brokenRule(message))
    throw error
  }
}

type Rule = Parameters<typeof rule>[0]
const isRule = (key: string): key is Rule => !key.includes('.')
const RULES = Object.entries(ruleTexts.en).flatMap(([key, text]) =>
  isRule(key) ? [{ key, pattern: new RegExp(`^${text.replace(/\{(\w+)\}/g, '(?<$1>\\w+)')}$`, 'i') }] : [],
)

/** Returns a trigger's message as a sentence in every language. Kinds and states in the message are translated too. */
export function brokenRule(message: string): Sentence {
  for (const { key, pattern } of RULES) {
    const places = pattern.exec(message)?.groups
    const isFound = places ?? pattern.test(message)
    if (isFound) return rule(key, Object.fromEntries(Object.entries(places ?? {}).map(([name, word]) => [name, wordOf(word)])))
  }
  return rule('broken')
}

const wordOf = (word: string) => {
  const key = `word.${word}`
  return key in ruleTexts.en ? rule(key as Rule) : word
}

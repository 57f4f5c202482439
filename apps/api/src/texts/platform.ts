import { defineTexts } from './sentence.js'
import absentTexts from './absent.json' with { type: 'json' }
import fieldTexts from './fields.json' with { type: 'json' }
import idTexts from './ids.json' with { type: 'json' }
import problemTexts from './problems.json' with { type: 'json' }
import ruleTexts from './rules.json' with { type: 'json' }
import queryTexts from './queries.json' with { type: 'json' }

/** Problems that any request may get. */
export const problem = defineTexts('problem', problemTexts)

/** Errors of body fields. Texts under `label.…` are the fields' names. */
export const field = defineTexts('field', fieldTexts)

type FieldKey = keyof (typeof fieldTexts)['en']
export type Label = FieldKey extends infer Key ? (Key extends `label.${infer Name}` ? Name : never) : never
export const required = (label: Label) => field('required', { label: field(`label.${label}`) })

/** Errors of query parameters. */
export const query = defineTexts('query', queryTexts)

/** Errors of ids in a body. */
export const ids = defineTexts('id', idTexts)
export type IdOf = Exclude<keyof (typeof idTexts)['en'], 'some' | 'list' | 'once' | 'at-most' | `no-${string}`>

/**
 * Sentences for missing objects. There is one for each kind of object, because in some languages other words of the sentence
 * depend on the gender of the noun.
 */
export const absent = defineTexts('absent', absentTexts)
export type Thing = keyof (typeof absentTexts)['en']

/** Rules that the database found broken. Triggers of the database raise the English texts. */
export const rule = defineTexts('rule', ruleTexts)

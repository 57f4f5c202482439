import { defineTexts } from './sentence.js'
import absentTexts from './absent.json' with { type: 'json' }
import fieldTexts from './fields.json' with { type: 'json' }
import idTexts from './ids.json' with { type: 'json' }
import problemTexts from './problems.json' with { type: 'json' }
import ruleTexts from './rules.json' with { type: 'json' }
import queryTexts from './queries.json' with { type: 'json' }

/** What can go wrong with any request. */
export const problem = defineTexts('problem', problemTexts)

/** What is wrong with a field of a body; `label.…` are the fields' names. */
export const field = defineTexts('field', fieldTexts)

type FieldKey = keyof (typeof fieldTexts)['en']
export type Label = FieldKey extends infer Key ? (Key extends `label.${infer Name}` ? Name : never) : never
export const required = (label: Label) => field('required', { label: field(`label.${label}`) })

/** What is wrong with a parameter of a query. */
export const query = defineTexts('query', queryTexts)

/** What is wrong with the ids in a body. */
export const ids = defineTexts('id', idTexts)
export type IdOf = Exclude<keyof (typeof idTexts)['en'], 'some' | 'list' | 'once' | 'at-most' | `no-${string}`>

/** There is no such thing: a sentence a thing, because the words around it change with its gender. */
export const absent = defineTexts('absent', absentTexts)
export type Thing = keyof (typeof absentTexts)['en']

/** Rules of the database that a value broke; its triggers raise the English texts. */
export const rule = defineTexts('rule', ruleTexts)

import { defineTexts } from '../../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

export const say = defineTexts('reports', texts)

type Key = keyof (typeof texts)['en']
/** Names of columns that have a heading in every language. */
export type ColumnKey = Key extends infer K ? (K extends `column.${infer Name}` ? Name : never) : never

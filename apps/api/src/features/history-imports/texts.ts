import { defineTexts } from '../../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

export const say = defineTexts('history-imports', texts)

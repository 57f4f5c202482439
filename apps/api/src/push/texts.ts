import { defineTexts } from '../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

export const pushSays = defineTexts('push', texts)

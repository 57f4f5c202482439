import { defineTexts } from '../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

/** Why work in the background failed. */
export const jobSays = defineTexts('job', texts)

import { defineTexts } from '../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

/** Reasons of failed background jobs. */
export const jobSays = defineTexts('job', texts)

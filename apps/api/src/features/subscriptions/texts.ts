import { defineTexts } from '../../texts/sentence.js'
import texts from './texts.json' with { type: 'json' }

export const say = defineTexts('subscriptions', texts)

/** Returns the feature's texts with another title for the list. */
export function titled(key: 'offers.title' | 'courses.title'): typeof texts {
  const called = (own: (typeof texts)['en']) => ({ ...own, 'list.title': own[key] })
  return { en: called(texts.en), nl: called(texts.nl), de: called(texts.de), fr: called(texts.fr) }
}

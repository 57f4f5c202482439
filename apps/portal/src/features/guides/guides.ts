import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { foldText } from '../../lib/search-text.js'
import { GUIDES } from './list.js'

export { CATEGORIES, GUIDES } from './list.js'

export type GuideId = keyof typeof GUIDES
export const GUIDE_IDS = Object.keys(GUIDES) as GuideId[]
export const isGuideId = (text: string | undefined): text is GuideId => GUIDE_IDS.some((id) => id === text)

/**
 * Part of a guide. A sentence or list item may contain a label such as `{install:bar.save}`. The portal's own text in this
 * language replaces the label.
 */
export interface GuidePart {
  title: string
  text?: readonly string[]
  points?: readonly string[]
  steps?: readonly string[]
}
export interface GuideText {
  title: string
  summary: string
  parts: readonly GuidePart[]
}
export type GuideTexts = Readonly<Record<GuideId, GuideText>>

/**
 * Loads the guides of one language. The guides are in a separate chunk, which is loaded when a guide is opened and stored on
 * phones for offline use.
 */
export async function loadGuides(language: string): Promise<GuideTexts> {
  const { default: texts } = (await import(`./content/${language}.json`)) as { default: GuideTexts }
  return texts
}

export function useGuides() {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useQuery({ queryKey: ['guides', language], queryFn: () => loadGuides(language), staleTime: Infinity })
}

const LABEL = /\{([\w-]+:[\w.-]+)\}/

/** Splits a sentence into its pieces. In the result, text and names of screen labels alternate. The first piece is text. */
export const piecesOf = (sentence: string): string[] => sentence.split(LABEL)

/** Returns a function that returns the label on the screen for a name in a guide. */
export function useLabels(): (name: string) => string {
  // The type allows any text, because a test checks that the names exist.
  return useTranslation().t as unknown as (key: string) => string
}

const sentencesOf = ({ title, text = [], points = [], steps = [] }: GuidePart) => [title, ...text, ...points, ...steps]

/** Returns the guides that contain all words of the search. Labels are searched as they appear on the screen. */
export function findGuides(guides: GuideTexts, search: string, labelOf: (name: string) => string): GuideId[] {
  const wanted = foldText(search).split(/\s+/).filter(Boolean)
  const read = (sentence: string) =>
    piecesOf(sentence)
      .map((piece, at) => (at % 2 === 1 ? labelOf(piece) : piece))
      .join('')
  return GUIDE_IDS.filter((id) => {
    const { title, summary, parts } = guides[id]
    const whole = foldText([title, summary, ...parts.flatMap(sentencesOf)].map(read).join('\n'))
    return wanted.every((word) => whole.includes(word))
  })
}

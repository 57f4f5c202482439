import type { Permission } from '@roadbook/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { foldText } from '../../lib/search-text.js'

export const CATEGORIES = ['installing', 'customers', 'missing', 'maintenance', 'insight'] as const

interface Guide {
  category: (typeof CATEGORIES)[number]
  /** Permission of the users that it helps. */
  permission: Permission
}

/** Guides in the order of a vehicle's life. */
export const GUIDES = {
  install: { category: 'installing', permission: 'create:entity' },
  phone: { category: 'installing', permission: 'create:entity' },
  lights: { category: 'installing', permission: 'create:entity' },
  check: { category: 'installing', permission: 'create:entity' },
  replace: { category: 'installing', permission: 'create:entity' },
  return: { category: 'installing', permission: 'create:entity' },
  delivery: { category: 'customers', permission: 'create:entity' },
  missing: { category: 'missing', permission: 'manage:missing-entities' },
  search: { category: 'missing', permission: 'manage:missing-entities' },
  plans: { category: 'maintenance', permission: 'manage:maintenance' },
  workshop: { category: 'maintenance', permission: 'manage:maintenance' },
  reports: { category: 'insight', permission: 'read:reports' },
} as const satisfies Record<string, Guide>

export type GuideId = keyof typeof GUIDES
export const GUIDE_IDS = Object.keys(GUIDES) as GuideId[]
export const isGuideId = (text: string | undefined): text is GuideId => GUIDE_IDS.some((id) => id === text)

/** A part with sentences or lists. `{install:bar.save}` stands for the portal's label in this language. */
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

/** Loads the guides of a language. They are a chunk of its own, so that users who need no help never load it. Phones keep it. */
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

/** Splits a sentence into text and names of labels, alternating. */
export const piecesOf = (sentence: string): string[] => sentence.split(LABEL)

/** Returns a function that resolves the name of a label. */
export function useLabels(): (name: string) => string {
  // A test checks that the names exist.
  return useTranslation().t as unknown as (key: string) => string
}

const sentencesOf = ({ title, text = [], points = [], steps = [] }: GuidePart) => [title, ...text, ...points, ...steps]

/** Returns the guides whose displayed text contains all words of the search. */
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

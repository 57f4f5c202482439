import { DEFAULT_ROLE_PERMISSIONS, type Permission, type Role, ROLE_NAMES } from '@roadbook/contracts/permissions'
import { PICTURES } from './pictures.js'
import { type Guide, type GuideList, type GuideText, type LabelOf, labelsOf, readGuides } from './source.js'
import { type Language, LANGUAGES, type Words, WORDS } from './words.js'

/** Roles in the order in which the index lists them. */
const ROLES: readonly Role[] = ['dealer', 'technician', 'manager', 'reporter', 'super-admin']
const WRITTEN = '<!-- Written by "npm run guide" from the articles of the portal. Change those. -->'
const LABEL = /\{([\w-]+:[\w.-]+)\}/

/** Edition: the sources of the pages in one language. */
interface Edition {
  language: Language
  guides: GuideList
  texts: Readonly<Record<string, GuideText>>
  words: Words
  labelOf: LabelOf
}

/** Returns every file of `docs/guide` by name. A name includes the folder of its language. */
export function guidePages(guides: GuideList): Map<string, string> {
  const pages = new Map<string, string>()
  for (const language of LANGUAGES) {
    const edition = { language, guides, texts: readGuides(language), words: WORDS[language], labelOf: labelsOf(language) }
    pages.set(fileOf(language, 'README'), index(edition))
    for (const [id, guide] of Object.entries(guides)) pages.set(fileOf(language, id), page(edition, id, guide))
  }
  return pages
}

const fileOf = (language: Language, name: string) => `${language === 'en' ? '' : `${language}/`}${name}.md`

/** Returns the index of one language: the guides by role, then all guides with their summaries. */
function index(edition: Edition): string {
  const { words, labelOf } = edition
  const inPortal = words.inPortal
    .replace('{information}', labelOf('information:screen.title'))
    .replace('{guides}', labelOf('information:tabs.guides'))
  return join(
    WRITTEN,
    `# ${words.title}`,
    languageLinks(edition, 'README'),
    words.intro,
    words.account,
    inPortal,
    `## ${words.byRole}`,
    words.roleNote,
    ...ROLES.flatMap((role) => [`### ${ROLE_NAMES[role]}`, guidesOfRole(edition, role)]),
    `## ${words.all}`,
    ...categories(edition).flatMap(({ title, ids }) => [
      `### ${title}`,
      list(ids.map((id) => `${linkTo(edition, id)}${words.colon} ${plain(edition.texts[id]!.summary)}`)),
    ]),
  )
}

/** Lists the guides that a role can follow. Each line of the list is a category. */
function guidesOfRole(edition: Edition, role: Role): string {
  const lines = categories(edition).flatMap(({ title, ids }) => {
    const links = ids.filter((id) => rolesFor(edition.guides[id]!).includes(role)).map((id) => linkTo(edition, id))
    return links.length > 0 ? [`**${title}**${edition.words.colon} ${links.join(', ')}`] : []
  })
  return list(lines)
}

/** Returns the page of one guide. */
function page(edition: Edition, id: string, guide: Guide): string {
  const { title, summary, parts } = edition.texts[id]!
  return join(
    WRITTEN,
    `# ${plain(title)}`,
    `[${edition.words.all}](README.md) · ${languageLinks(edition, id)}`,
    sentence(edition, summary),
    facts(edition, guide),
    picture(edition, id),
    ...parts.flatMap((part) => [
      `## ${plain(part.title)}`,
      ...(part.text ?? []).map((text) => sentence(edition, text)),
      list((part.points ?? []).map((text) => sentence(edition, text))),
      (part.steps ?? []).map((text, at) => `${at + 1}. ${sentence(edition, text)}`).join('\n'),
    ]),
    ...seeAlso(edition, id, guide),
  )
}

/** Returns the picture of a guide, or nothing when it has none. */
const picture = ({ language }: Edition, id: string): string => {
  const text = PICTURES[id]?.[language]
  return text ? `![${plain(text)}](${language === 'en' ? '' : '../'}pictures/${id}.webp)` : ''
}

/** Lists the facts of a guide: its screen, the roles that can follow it, and the permissions that it needs. */
function facts({ words, labelOf }: Edition, guide: Guide): string {
  const permissions = permissionsFor(guide).map((permission) => labelOf(`roles:permissions.${permission.replace(/[:-]/g, '_')}`))
  const rows: [string, string][] = [
    [words.screen, `${plain(labelOf(`${guide.screen.texts}.title`))} (\`${guide.screen.path}\`)`],
    [
      words.roles,
      rolesFor(guide)
        .map((role) => ROLE_NAMES[role])
        .join(', '),
    ],
    [words.permissions, permissions.map(plain).join(' · ')],
  ]
  return list(rows.map(([name, text]) => `**${name}**${words.colon} ${text}`))
}

/** Links to the other guides of the same category, if there are any. */
function seeAlso(edition: Edition, id: string, { category }: Guide): string[] {
  const others = Object.keys(edition.guides).filter((other) => other !== id && edition.guides[other]!.category === category)
  if (others.length === 0) return []
  return [`## ${edition.words.more}`, list(others.map((other) => linkTo(edition, other)))]
}

const permissionsFor = ({ permission, screen }: Guide): Permission[] => [...new Set([permission, screen.permission])]

/** Returns the roles that have all permissions for a guide in a new installation. */
const rolesFor = (guide: Guide): Role[] =>
  ROLES.filter((role) => permissionsFor(guide).every((permission) => DEFAULT_ROLE_PERMISSIONS[role].includes(permission)))

/** Groups the guides by category, in the order of the list. */
function categories({ guides, labelOf }: Edition): { title: string; ids: string[] }[] {
  const ids = Object.keys(guides)
  return [...new Set(ids.map((id) => guides[id]!.category))].map((category) => ({
    title: labelOf(`guides:categories.${category}`),
    ids: ids.filter((id) => guides[id]!.category === category),
  }))
}

const linkTo = ({ texts }: Edition, id: string) => `[${plain(texts[id]!.title)}](${id}.md)`

/** Returns links from a page to the same page in the other languages. */
function languageLinks({ language }: Edition, name: string): string {
  const up = language === 'en' ? '' : '../'
  return LANGUAGES.map((other) =>
    other === language ? WORDS[other].language : `[${WORDS[other].language}](${up}${fileOf(other, name)})`,
  ).join(' · ')
}

/** Replaces the placeholders of a sentence by the labels on the screen, in bold. */
const sentence = ({ labelOf }: Edition, text: string): string =>
  text
    .split(LABEL)
    .map((piece, at) => (at % 2 === 1 ? `**${plain(labelOf(piece))}**` : plain(piece)))
    .join('')

/** Escapes characters that have a meaning in Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&')

const list = (items: string[]): string => items.map((item) => `- ${item}`).join('\n')

/** Joins blocks with blank lines between them, without empty blocks. */
const join = (...blocks: string[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`

import { readFileSync } from 'node:fs'
import { type Role, ROLES } from '@roadbook/contracts/permissions'
import { ConfigurationError } from '@roadbook/platform'
import { z } from 'zod'
import { announcedMoment } from '../../configuration.js'

/** Kinds of announcements: an offer, for example at the end of the year, or a fair. */
export const KINDS = ['offer', 'fair'] as const

const words = z.strictObject({ title: z.string().trim().min(1).max(80), text: z.string().trim().min(1).max(300) })

const announcement = z
  .strictObject({
    /** Id of the announcement. The portal stores it when a user has closed the announcement. */
    id: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be small letters, digits and hyphens'),
    kind: z.enum(KINDS),
    from: announcedMoment,
    till: announcedMoment,
    /** Roles that see the announcement. Without this, all roles see it. */
    audience: z.array(z.enum(ROLES)).min(1).optional(),
    texts: z.strictObject({ en: words, nl: words, de: words, fr: words }),
    link: z.url({ protocol: /^https$/, error: 'must be an https:// address' }).optional(),
  })
  .refine(({ from, till }) => from < till, { path: ['till'], error: 'must be after from' })

export type Announcement = z.infer<typeof announcement>

const announcements = z.array(announcement).refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
  error: 'must have an id each of its own',
})

/** @throws ConfigurationError with all errors in the file */
export function announcementsIn(file: string): Announcement[] {
  const refuse = (why: string) => new ConfigurationError(`wrong configuration:\n  ANNOUNCEMENTS_FILE: ${file} ${why}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(`cannot be read: ${(error as Error).message.slice(0, 300)}`)
  }
  const read = announcements.safeParse(content)
  if (read.success) return read.data
  throw refuse(`is not usable:\n${read.error.issues.map(({ path, message }) => `    ${path.join('.')}: ${message}`).join('\n')}`)
}

/**
 * Returns the announcements for a role that have not ended. Future announcements are included, so that a page that stays open
 * can show each at its time.
 */
export const announcedTo = (all: readonly Announcement[], role: string, now: number): Announcement[] =>
  all.filter(({ audience, till }) => Date.parse(till) > now && (!audience || audience.includes(role as Role)))

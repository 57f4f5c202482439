import { cutTo } from '@roadbook/contracts/letters'
import { Injectable } from '@nestjs/common'
import { isReadable } from '@roadbook/platform'
import type { Locale } from '../../../texts/locale.js'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { invalid } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { absent } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { MAX_AREA_M, MAX_AREA_POINTS } from '@roadbook/geo'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_REACH_M, MIN_REACH_M } from '../dto/geofence.dto.js'
import type { UpdateGeofenceDto } from '../dto/geofence.dto.js'
import { GeofencesRepository } from '../geofences.repository.js'
import { say } from '../texts.js'
import { type Found, type FoundArea, isRefused, type Refusal } from './found-area.js'
import type { GeofenceImportDto, ImportGeofencesDto, RefusedGeofenceDto } from './import-geofences.dto.js'
import { NotReadable } from './not-readable.js'
import { readPlaces } from './read-places.js'

const MAX_PLACES = 2_000
const MAX_LIMIT_KPH = 250

/** Imports places of another system. A dry run shows the outcome first. Then all valid places are imported together. */
@Injectable()
export class GeofenceImportsService {
  constructor(
    private readonly geofences: GeofencesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  import(by: Acting, body: ImportGeofencesDto): Promise<GeofenceImportDto> {
    const { business_id, reach_m, dry_run = false } = body
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, business_id)
      const found = read(body, by.caller.locale)
      const { good, failed } = parted(found, reach_m ?? undefined, by.caller.locale)
      if (!dry_run) {
        for (const { body: one } of good) {
          const id = await this.geofences.add(transaction, businessId, one, by.caller.userId)
          if (id === undefined) throw invalid({ business_id: [absent('business')] })
        }
        if (good.length > 0) {
          const entry = { type: 'geofence', id: businessId, businessId, after: { created: good.length } }
          await this.audit.record(transaction, by, 'geofence.import', entry)
        }
      }
      const created = good.map(({ body: { name, kind, shape, reach_m: reach = null }, thinned }) => ({
        name,
        kind,
        shape,
        reach_m: reach,
        thinned: thinned ? { points_before: thinned.from, points: thinned.to, moved_m: thinned.movedM } : null,
      }))
      return { dry_run, created, failed }
    })
  }
}

function read({ file, content, latitude_first: latitudeFirst = false }: ImportGeofencesDto, locale: Locale): Found[] {
  const refuse = (sentence: Sentence) => invalid({ [content ? 'content' : 'file']: [sentence] })
  try {
    const found = readPlaces(content ? Buffer.from(content, 'base64') : (file ?? ''), { locale, latitudeFirst })
    if (found.length > MAX_PLACES) throw refuse(say('import-too-many', { max: MAX_PLACES }))
    return found
  } catch (error) {
    throw error instanceof NotReadable ? refuse(error.sentence) : error
  }
}

function parted(found: readonly Found[], reachM: number | undefined, locale: Locale) {
  const good: { body: UpdateGeofenceDto; thinned: FoundArea['thinned'] }[] = []
  const failed: RefusedGeofenceDto[] = []
  for (const [at, one] of found.entries()) {
    const refuse = (message: Sentence) => failed.push({ nth: at + 1, name: one.name, message })
    if (isRefused(one)) {
      refuse(sentenceOf(one.problem))
      continue
    }
    const body = bodyOf(one, reachM, say('import.unnamed', { nth: at + 1 }).in(locale))
    if (body) good.push({ body, thinned: one.thinned })
    else refuse(say('import-reach-needed'))
  }
  return { good, failed }
}

/** Returns the message for a refused place. The message explains how to correct the place in its source. */
const sentenceOf = (problem: Refusal): Sentence => {
  if (problem === 'too-many-points') return say('import-too-many-points', { max: MAX_AREA_POINTS })
  if (problem === 'too-large') return say('import-too-far', { max: MAX_AREA_M / 1_000 })
  return say(`import-${problem}`)
}

/** @returns undefined when neither the file nor the caller states the reach */
function bodyOf(
  { name, description, kind, shape, reachM, limitKph }: FoundArea,
  reachElse: number | undefined,
  unnamed: string,
): UpdateGeofenceDto | undefined {
  const reach = reachM ?? reachElse
  if (kind !== 'polygon' && reach === undefined) return undefined
  const limit = limitKph !== undefined && limitKph >= 1 && limitKph <= MAX_LIMIT_KPH ? Math.round(limitKph) : null
  return {
    name: cutTo(name !== '' && isReadable(name) ? name : unnamed, MAX_NAME_LENGTH).trim(),
    description: cutTo(description, MAX_DESCRIPTION_LENGTH).trim() || null,
    kind,
    shape,
    limit_kph: limit,
    ...(kind !== 'polygon' && { reach_m: Math.min(MAX_REACH_M, Math.max(MIN_REACH_M, reach!)) }),
  }
}

import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { zoneOf } from '../../../day-sums/index.js'
import type { MadeFile } from '../../../http/file-answer.js'
import { localTimeIn } from '../../../http/local-time.js'
import { existing } from '../../../http/problems.js'
import type { Locale } from '../../../texts/locale.js'
import { madeFile, pdfSheet, type Sheet } from '../../../papers/index.js'
import { say } from '../texts.js'
import { type BookedService, type BookedVehicle, ServiceBookRepository } from './service-book.repository.js'

const COLUMNS = [
  { key: 'done_at', kind: 'time' },
  { key: 'service', kind: 'text' },
  { key: 'odometer', kind: 'km' },
  { key: 'cost', kind: 'text' },
  { key: 'done_by', kind: 'text' },
  { key: 'note', kind: 'text' },
] as const

/** Makes a PDF of every completed service of a vehicle, in the reader's language. It is meant for a future buyer. */
@Injectable()
export class ServiceBook {
  constructor(
    private readonly database: RequestDatabase,
    private readonly book: ServiceBookRepository,
  ) {}

  async make(caller: Caller, entityId: number): Promise<MadeFile> {
    const { locale } = caller
    const { vehicle, services, zone } = await this.database.read(caller.scope, async (transaction) => ({
      vehicle: existing(await this.book.findVehicle(transaction, entityId), 'entity'),
      services: await this.book.findServices(transaction, entityId),
      zone: await zoneOf(transaction, caller, undefined),
    }))
    const writer = await pdfSheet(sheetOf(vehicle, services, locale, zone), [])
    await writer.add(services.map((service) => rowOf(service, locale)))
    return madeFile(`${say('book.file').in(locale)} ${vehicle.license_plate ?? vehicle.name}`, 'pdf', writer)
  }
}

function sheetOf(vehicle: BookedVehicle, services: readonly BookedService[], locale: Locale, zone: string): Sheet {
  const time = localTimeIn(zone)
  const about = [vehicle.brand, vehicle.model, vehicle.frame_number, vehicle.business_name].filter(Boolean).join(' · ')
  const spent = Object.entries(costsOf(services)).map(([currency, minor]) => money(minor, currency, locale))
  return {
    locale,
    timeZone: zone,
    columns: COLUMNS,
    head: COLUMNS.map(({ key, kind }) => `${say(`book.${key}`).in(locale)}${kind === 'time' ? ` (${zone})` : ''}`),
    title: [say('book.title').in(locale), vehicle.name, vehicle.license_plate].filter(Boolean).join(' · '),
    period: say('book.services', { count: services.length }).in(locale),
    zone,
    totals: {},
    notes: [about, ...(spent.length > 0 ? [say('book.spent', { amounts: spent }).in(locale)] : [])],
    cell: (kind, value = null) =>
      kind === 'time' && typeof value === 'string' ? time(value) : typeof value === 'object' ? null : value,
  }
}

const rowOf = ({ done_at, plan, trigger, odometer_m, cost_minor, currency, note, done_by }: BookedService, locale: Locale) => ({
  done_at: done_at.toISOString(),
  service: `${plan}: ${trigger}`,
  odometer: odometer_m === null ? null : Math.round(odometer_m / 1_000),
  cost: cost_minor === null || currency === null ? null : money(cost_minor, currency, locale),
  done_by,
  note,
})

function costsOf(services: readonly BookedService[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { cost_minor: cost, currency } of services)
    if (cost !== null && currency !== null) sums[currency] = (sums[currency] ?? 0) + cost
  return sums
}

/** Formats an amount in the smallest unit of its currency. Some currencies have no subunit. */
function money(minor: number, currency: string, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

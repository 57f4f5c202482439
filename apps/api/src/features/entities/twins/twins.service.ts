import { folded } from '@roadbook/contracts'
import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { TwinDto } from '../../../http/twin.dto.js'
import { Problem } from '../../../http/problems.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'
import { type TwinKeys, type TwinRow, TwinsRepository } from './twins.repository.js'

interface Numbers {
  frame_number: string | null
  license_plate: string | null
}

/** Maximum twins named in a response. */
const MOST_NAMED = 5

/**
 * Characters that look like others, with the character to compare instead: letters that look like 0 and 1, letters that look
 * alike in three alphabets, and Arabic digits.
 */
const ALIKE: ReadonlyMap<string, string> = new Map(
  (
    [
      ['oi', '01'],
      ['авекмнорстухіјѕ', 'abekmh0pctyx1js'],
      ['αβεζηικμνορτυχ', 'abezh1kmn0ptyx'],
      ['٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'],
    ] as const
  ).flatMap(([signs, as]) => Array.from(signs, (sign, at): [string, string] => [sign, as.charAt(at)])),
)

/**
 * Returns the normalised number for comparison. Returns an empty text for a number of equal characters, for example `0000`.
 * The database function `twin_key` must give the same result. Marks that Unicode counts as alphabetic, such as vowel signs
 * of some scripts, are kept.
 */
const keyOf = (number: string | null): string =>
  Array.from(folded(number ?? ''), (sign) => ALIKE.get(sign) ?? sign)
    .join('')
    .replaceAll(/[^\p{Alphabetic}\p{N}]/gu, '')
    .replace(/^(.)\1*$/u, '')

/** Returns the keys for comparing a vehicle with others. A plate without a digit is a word such as `none` and is ignored. */
export const twinKeysOf = ({ frame_number, license_plate }: Numbers): TwinKeys => ({
  frame_number: keyOf(frame_number),
  license_plate: /[0-9٠-٩۰-۹]/.test(folded(license_plate ?? '')) ? keyOf(license_plate) : '',
})

/** Finds vehicles that may be the same as a new one, because they have the same number (decision 83). */
@Injectable()
export class TwinsService {
  constructor(private readonly twins: TwinsRepository) {}

  lock(transaction: ScopedTransaction, businessId: number, all: readonly Numbers[]): Promise<void> {
    return this.twins.lock(transaction, businessId, all.map(twinKeysOf))
  }

  /**
   * Checks whether other vehicles have the numbers that changed.
   * @throws Problem 409 when other vehicles have one of the numbers. The problem lists the vehicles that the caller is
   * allowed to see.
   */
  async assertNone(
    transaction: ScopedTransaction,
    caller: Caller,
    { id, businessId, before, after }: { id: number; businessId: number; before?: Numbers; after: Numbers },
  ): Promise<void> {
    const [was, is] = [before && twinKeysOf(before), twinKeysOf(after)]
    const changed = {
      frame_number: is.frame_number === was?.frame_number ? '' : is.frame_number,
      license_plate: is.license_plate === was?.license_plate ? '' : is.license_plate,
    }
    const [problem] = await this.judge(transaction, caller, businessId, [changed], id)
    if (problem) throw problem
  }

  /** Checks many vehicles that are added in one transaction. For each vehicle, returns the problem or undefined. */
  problemsOf(
    transaction: ScopedTransaction,
    caller: Caller,
    businessId: number,
    all: readonly Numbers[],
  ): Promise<(Problem | undefined)[]> {
    return this.judge(transaction, caller, businessId, all.map(twinKeysOf))
  }

  private async judge(
    transaction: ScopedTransaction,
    caller: Caller,
    businessId: number,
    all: readonly TwinKeys[],
    except?: number,
  ): Promise<(Problem | undefined)[]> {
    const maySee = caller.permissions.has('index:entity') || caller.permissions.has('read:map')
    if (!maySee || all.every((keys) => keys.frame_number === '' && keys.license_plate === '')) return []
    await this.twins.lock(transaction, businessId, all)
    const found = await this.twins.find(transaction, businessId, all, except)
    const [byFrame, byPlate] = [grouped(found, 'frame_key'), grouped(found, 'plate_key')]
    return all.map(({ frame_number: frame, license_plate: plate }) =>
      problemOf(byFrame.get(frame) ?? NONE, byPlate.get(plate) ?? NONE),
    )
  }
}

const NONE: readonly TwinRow[] = []

function grouped(rows: readonly TwinRow[], by: 'frame_key' | 'plate_key'): ReadonlyMap<string | null, readonly TwinRow[]> {
  const groups = new Map<string | null, TwinRow[]>()
  for (const row of rows) groups.set(row[by], [...(groups.get(row[by]) ?? []), row])
  return groups
}

function problemOf(sameFrame: readonly TwinRow[], samePlate: readonly TwinRow[]): Problem | undefined {
  const tell = (row: TwinRow): TwinDto => ({
    id: row.id,
    name: row.name,
    frame_number: row.frame_number,
    license_plate: row.license_plate,
    business_name: row.business_name,
    same_frame_number: sameFrame.includes(row),
    same_license_plate: samePlate.includes(row),
  })
  const twins = [...new Set([...sameFrame, ...samePlate])].slice(0, MOST_NAMED).map(tell)
  const [frame] = sameFrame
  // Report a twin with both numbers only once.
  const plate = frame && samePlate.includes(frame) ? undefined : samePlate[0]
  const errors: Record<string, Sentence[]> = {
    ...(frame && { frame_number: [say('twin-frame', { name: frame.name })] }),
    ...(plate && { license_plate: [say('twin-plate', { name: plate.name })] }),
  }
  const [sentence] = Object.values(errors).flat()
  return sentence && new Problem('conflict', sentence, { errors, twins })
}

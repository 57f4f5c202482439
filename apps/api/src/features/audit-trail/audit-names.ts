import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { AuditRow } from './audit-list.js'
import { findNames, isNamed, type Named } from './audit-trail.repository.js'

/** Fields of entries that contain an id, with the type of the object that the id belongs to. */
const REFERENCES: Readonly<Record<string, Named>> = {
  business_id: 'business',
  parent_id: 'business',
  from: 'business',
  to: 'business',
  entity_id: 'entity',
  device_id: 'device',
  user_id: 'user',
}

/** Parts of an entry that may refer to named objects. */
type AboutObject = Pick<AuditRow, 'object_type' | 'object_id' | 'before' | 'after'>

/** Names of the objects that the caller is allowed to see, by type and id. */
export class AuditNames {
  private constructor(private readonly names: ReadonlyMap<string, string>) {}

  /** Finds in one query the names of all objects that these entries refer to. */
  static async find(transaction: ScopedTransaction, rows: readonly AboutObject[]): Promise<AuditNames> {
    const wanted = new Map<Named, Set<number>>()
    const want = (type: Named | undefined, id: unknown) => {
      if (type === undefined || !isId(id)) return
      const ids = wanted.get(type) ?? new Set()
      wanted.set(type, ids.add(Number(id)))
    }
    for (const { object_type, object_id, before, after } of rows) {
      if (isNamed(object_type)) want(object_type, object_id)
      for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
        want(REFERENCES[field], value)
      }
    }
    const found = await findNames(transaction, wanted)
    return new AuditNames(new Map(found.map(({ type, id, name }) => [`${type} ${id}`, name])))
  }

  /** Returns the current name of an entry's object. If the object is gone, returns the name recorded in the entry. */
  ofObject({ object_type, object_id, before, after }: AuditRow): string | null {
    const then = after?.name ?? before?.name
    return this.names.get(`${object_type} ${object_id}`) ?? (typeof then === 'string' ? then : null)
  }

  /** Returns the name for a field's value if the value is the id of a named object. */
  ofValue(field: string, value: unknown): string | null {
    return this.names.get(`${REFERENCES[field]} ${String(value)}`) ?? null
  }
}

const MAX_ID = 2_147_483_647
const isId = (value: unknown) => /^\d{1,10}$/.test(String(value)) && Number(value) <= MAX_ID

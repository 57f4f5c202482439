import { Injectable } from '@nestjs/common'
import { invalid, notFound, Problem } from '../http/problems.js'
import { SUPER_ADMIN } from './access.js'
import type { Caller } from './caller.js'
import { CallersRepository } from './callers.repository.js'
import { assertHolds } from './granting.js'
import { absent, field, problem, required } from '../texts/platform.js'

/** The header with which every request of a view says as which role it is made: `dealer`, or `dealer@12` in a business. */
export const VIEW_AS_HEADER = 'x-view-as'

/** Whose eyes somebody asks for. */
export interface WantedView {
  roleKey: string
  /** Their own business when absent. */
  businessId?: number
}

/** Calls that change nothing. */
const READING: readonly string[] = ['GET', 'HEAD']

const INT4_MAX = 2_147_483_647

/**
 * Looking at the portal as a role does (T-13). The view has the rights of the role and sees one business and what lies below
 * it; neither is ever more than the viewer's own, and nothing can be changed. It is worked out anew for each request, so a
 * right that the viewer loses is lost in the view as well.
 */
@Injectable()
export class ViewAs {
  constructor(private readonly callers: CallersRepository) {}

  /**
   * The caller of a request that carries {@link VIEW_AS_HEADER}.
   * @throws Problem 403 for a request that is no reading, and as {@link enter} does
   */
  async ofRequest(caller: Caller, header: string | string[], method: string): Promise<Caller> {
    const view = await this.enter(caller, parse(header))
    if (READING.includes(method)) return view
    throw new Problem('forbidden', problem('viewing-as', { role: view.roleName }))
  }

  /** @throws Problem 403 without `read:user`, or for a role that may do more; 404 for a foreign business; 422 for no role */
  async enter(caller: Caller, { roleKey, businessId }: WantedView): Promise<Caller> {
    if (!caller.permissions.has('read:user')) {
      throw new Problem('forbidden', problem('permission-missing', { permission: 'read:user' }), { permission: 'read:user' })
    }
    const role = await this.callers.findRole(caller.userId, roleKey)
    if (!role) throw invalid({ as_role: [absent('role')] })
    assertHolds(caller, { roleKey: role.key, permissions: role.permissions })
    const place = await this.placeOf(caller, role.key, businessId)
    const permissions = new Set(role.permissions.filter((permission) => caller.permissions.has(permission)))
    const viewing = { by: caller, actor: role.viewer, businessName: place.name }
    return { ...caller, roleKey: role.key, roleName: role.name, permissions, ...place.rights, viewing }
  }

  /** A super admin sees everything, anybody else one business and what lies below it, of what the viewer sees. */
  private async placeOf(caller: Caller, roleKey: string, wanted: number | undefined) {
    if (roleKey === SUPER_ADMIN) return { name: null, rights: { businessId: null, scope: caller.scope } }
    const businessId = wanted ?? caller.businessId
    if (businessId === null) throw invalid({ as_business_id: [required('business')] })
    if (businessId > INT4_MAX) throw notFound('business')
    const rows = await this.callers.findBelow(businessId)
    const seen = rows.filter(({ id }) => caller.scope === 'all' || caller.scope.includes(id))
    const own = seen.find(({ id }) => id === businessId)
    if (!own) throw notFound('business')
    return { name: own.name, rights: { businessId, scope: seen.map(({ id }) => id) } }
  }
}

function parse(header: string | string[]): WantedView {
  const [, roleKey, business] = /^([a-z][a-z-]{0,49})(?:@([1-9]\d{0,9}))?$/.exec(String(header)) ?? []
  if (roleKey === undefined) throw invalid({ [VIEW_AS_HEADER]: [field('not-a-view')] })
  return { roleKey, ...(business === undefined ? {} : { businessId: Number(business) }) }
}

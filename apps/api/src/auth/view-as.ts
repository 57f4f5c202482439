import { Injectable } from '@nestjs/common'
import { invalid, notFound, Problem } from '../http/problems.js'
import { SUPER_ADMIN } from './access.js'
import type { Caller } from './caller.js'
import { CallersRepository } from './callers.repository.js'
import { assertHolds } from './granting.js'
import { absent, field, problem, required } from '../texts/platform.js'

/**
 * Header of every request of a view (the portal as another role sees it). The value is the role, for example `dealer`, or the
 * role and a business: `dealer@12` is the role in business 12.
 */
export const VIEW_AS_HEADER = 'x-view-as'

/** The role and business to view the portal as. */
export interface WantedView {
  roleKey: string
  /** Business of the view; by default the viewer's own. */
  businessId?: number
}

/** Methods that change nothing. */
const READING: readonly string[] = ['GET', 'HEAD']

const INT4_MAX = 2_147_483_647

/**
 * Lets a user view the portal as another role (T-13). The view has the role's rights in one business and those below it, but
 * never more than the viewer has, and it cannot change anything. The view is computed for each request, so a right that the
 * viewer loses is lost in the view too.
 */
@Injectable()
export class ViewAs {
  constructor(private readonly callers: CallersRepository) {}

  /**
   * Returns the caller of a request with {@link VIEW_AS_HEADER}.
   * @throws Problem 403 for a request that is not a read; otherwise as {@link enter} does
   */
  async ofRequest(caller: Caller, header: string | string[], method: string): Promise<Caller> {
    const view = await this.enter(caller, parse(header))
    if (READING.includes(method)) return view
    throw new Problem('forbidden', problem('viewing-as', { role: view.roleName }))
  }

  /**
   * @throws Problem 403 without `read:user`, or for a role with more rights; 404 for a business out of scope; 422 for an
   *   unknown role
   */
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

  /**
   * Returns the businesses of the view: all for a super admin, otherwise one business and those below it. The result never
   * contains a business that the viewer does not see.
   */
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

import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { BusinessesRepository } from './businesses.repository.js'
import type { BusinessNodeDto } from './dto/business-node.dto.js'

@Injectable()
export class BusinessesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** The businesses in scope as trees. What lies above the scope is not there, so the caller's own business is a root. */
  async tree(caller: Caller): Promise<BusinessNodeDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.businesses.findAll(transaction))
    const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as BusinessNodeDto[] }]))
    const roots: BusinessNodeDto[] = []
    for (const node of nodes.values()) {
      const parent = node.parent_id === null ? undefined : nodes.get(node.parent_id)
      if (parent) parent.children.push(node)
      else roots.push(node)
    }
    return roots
  }
}

import { Body, Inject, Post } from '@nestjs/common'
import { ApiOperation, ApiSchema } from '@nestjs/swagger'
import type { Permission } from '@roadbook/contracts'
import { type Acting, By } from '../auth/acting.js'
import { RequirePermission } from '../auth/require-permission.decorator.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { IdsField, WordField } from '../http/body-fields.js'
import { IdParam } from '../http/id-param.decorator.js'
import { ids } from '../texts/platform.js'
import { AnswersBulk, UndoesBulk } from './bulk-operation.decorator.js'
import { BulkRows, type ChangeRow, MAX_BULK_ROWS } from './bulk-rows.js'

const ACTIONS = ['delete', 'restore'] as const

/** Deletes and restores rows of one kind. */
export interface DeletesRows {
  /**
   * Locks the rows.
   * @returns a function that deletes or restores one of them
   */
  begin: (
    transaction: ScopedTransaction,
    ids: readonly number[],
    isDeleted: boolean,
    by: Acting,
  ) => ChangeRow<null> | Promise<ChangeRow<null>>
}

interface Deleted {
  /** Singular name, as in `device.delete`. */
  kind: string
  /** Plural name. */
  what: 'devices' | 'entities' | 'trips'
  permission: Permission
  /** Name of the body in OpenAPI. */
  schema: string
}

/** Returns a controller that deletes and restores many rows in one request (T-05). Each operation undoes the other. */
export function BulkDeletion({ kind, what, permission, schema }: Deleted): abstract new (rows: DeletesRows) => object {
  const named = what === 'entities' ? 'vehicles' : what
  const [DELETE, RESTORE] = [`${kind}.delete`, `${kind}.restore`]

  @ApiSchema({ name: schema })
  class BulkDeletionDto {
    @WordField(ACTIONS)
    action: (typeof ACTIONS)[number]

    @IdsField(what, { max: MAX_BULK_ROWS, none: ids(`no-${what}`) })
    ids: number[]
  }

  abstract class Deletion {
    @Inject(BulkRows) private readonly bulk: BulkRows

    constructor(private readonly rows: DeletesRows) {}

    @Post()
    @RequirePermission(permission)
    @ApiOperation({
      summary: `Delete or restore many ${named}`,
      description: `Deletes or restores ${named}. Does what is possible and returns the reason for the rest.`,
    })
    @AnswersBulk()
    async setDeleted(@By() by: Acting, @Body() { action, ids }: BulkDeletionDto) {
      const isDeleted = action === 'delete'
      const data = await this.bulk.change<null>(by, {
        action: isDeleted ? DELETE : RESTORE,
        ids,
        isUndoable: true,
        begin: async (transaction) => this.rows.begin(transaction, ids, isDeleted, by),
      })
      return { data }
    }

    @Post(':id/undo')
    @RequirePermission(permission)
    @UndoesBulk(`Undo a deletion of ${named}`)
    async undo(@By() by: Acting, @IdParam('change') id: number) {
      const data = await this.bulk.undo<null>(by, id, {
        actions: [DELETE, RESTORE],
        begin: async (transaction, done, ids) => this.rows.begin(transaction, ids, done === RESTORE, by),
      })
      return { data }
    }
  }
  return Deletion
}

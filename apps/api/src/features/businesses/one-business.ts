import { Body, Delete, Get, Put } from '@nestjs/common'
import { ApiOperation } from '@nestjs/swagger'
import type { BusinessKind } from '@roadbook/contracts'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import { Changes, Deletes, Shows } from '../../http/routes.decorator.js'
import type { BusinessRemovalService } from './business-removal.service.js'
import type { BusinessesService } from './businesses.service.js'
import { BusinessDto } from './dto/business.dto.js'
import { UpdateBusinessDto } from './dto/write-business.dto.js'

/**
 * Makes the routes for one business.
 * @param kind set if the path fixes the kind of the business
 */
export function OneBusiness(kind?: BusinessKind) {
  const one = kind === 'enterprise' ? 'an enterprise' : `a ${kind ?? 'business'}`

  abstract class Routes {
    constructor(
      readonly businesses: BusinessesService,
      readonly removal: BusinessRemovalService,
    ) {}

    @Get(':id')
    @RequirePermission('read:business-management')
    @ApiOperation({ summary: `Get ${one}`, description: `Returns ${one} by its id.` })
    @Shows(BusinessDto)
    async get(@CurrentCaller() caller: Caller, @PathId('business') id: number) {
      return { data: await this.businesses.get(caller, id, kind) }
    }

    @Put(':id')
    @RequirePermission('update:business')
    @ApiOperation({ summary: `Update ${one}`, description: `Changes the given fields of ${one}.` })
    @Changes(BusinessDto, 409)
    async update(
      @By() by: Acting,
      @PathId('business') id: number,
      @Body() changes: UpdateBusinessDto,
      @IfMatch() ifMatch: string | null,
    ) {
      return { data: await this.businesses.update(by, id, changes, ifMatch, kind) }
    }

    @Delete(':id')
    @RequirePermission('delete:business')
    @ApiOperation({
      summary: `Delete ${one}`,
      description: `Deletes ${one} that is empty. Otherwise the response lists what must be moved first.`,
    })
    @Deletes(409)
    async delete(@By() by: Acting, @PathId('business') id: number): Promise<void> {
      await this.removal.delete(by, id, kind)
    }
  }
  return Routes
}

import { Body, Controller, Get, Put, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { fileAnswer } from '../../http/file-answer.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import { Changes, Shows } from '../../http/routes.decorator.js'
import { ResourceController } from '../../resources/index.js'
import { ChangeInvoiceDetailsDto, InvoiceDetailsDto } from './dto/invoice.dto.js'
import { INVOICE_LIST } from './invoices.repository.js'
import { InvoicesService } from './invoices.service.js'

@ApiTags('Payments')
@Controller('invoices')
export class InvoicesController extends ResourceController(INVOICE_LIST, InvoicesService, {
  thing: 'invoice',
  singular: 'an invoice',
  writes: 'manage:subscriptions',
}) {
  @Get(':id/pdf')
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'Download an invoice',
    description: 'Returns the invoice as it was issued, as PDF in the language of the buyer.',
  })
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async pdf(
    @CurrentCaller() caller: Caller,
    @PathId('invoice') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return fileAnswer(reply, await this.service.file(caller, id))
  }
}

@ApiTags('Payments')
@Controller('businesses/:id/invoice-details')
export class InvoiceDetailsController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'Get the invoice details of a business',
    description: 'Returns what invoices state about a business as seller and as buyer.',
  })
  @Shows(InvoiceDetailsDto)
  async get(@CurrentCaller() caller: Caller, @PathId('business') id: number) {
    return { data: await this.invoices.details(caller, id) }
  }

  @Put()
  @RequirePermission('update:business')
  @ApiOperation({
    summary: 'Update the invoice details of a business',
    description: 'Replaces the invoice details from the next order and invoice on. Issued invoices stay as they are.',
  })
  @Changes(InvoiceDetailsDto)
  async put(
    @By() by: Acting,
    @PathId('business') id: number,
    @Body() body: ChangeInvoiceDetailsDto,
    @IfMatch() ifMatch: string | null,
  ) {
    return { data: await this.invoices.saveDetails(by, id, body, ifMatch) }
  }
}

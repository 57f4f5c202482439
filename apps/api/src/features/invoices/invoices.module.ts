import { Module } from '@nestjs/common'
import { InvoiceDetailsController, InvoicesController } from './invoices.controllers.js'
import { InvoicesRepository } from './invoices.repository.js'
import { InvoicesService } from './invoices.service.js'
import { Invoicing } from './invoicing.js'

@Module({
  controllers: [InvoicesController, InvoiceDetailsController],
  providers: [InvoicesRepository, InvoicesService, Invoicing],
  exports: [Invoicing],
})
export class InvoicesModule {}

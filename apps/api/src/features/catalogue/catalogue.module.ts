import { Module } from '@nestjs/common'
import { CatalogueRepository } from './catalogue.repository.js'
import { DropdownsController } from './dropdowns.controller.js'

@Module({ controllers: [DropdownsController], providers: [CatalogueRepository] })
export class CatalogueModule {}

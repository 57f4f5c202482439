import { Module } from '@nestjs/common'
import { EndingsModule } from '../../endings/index.js'
import { InsuranceEndsRepository } from './insurance-ends.repository.js'
import { InsuranceEnds } from './insurance-ends.js'
import {
  EntityInsurancesController,
  InsuranceDocumentsController,
  InsurancesController,
  InsurerDropdownController,
} from './insurances.controllers.js'
import { InsurancesRepository } from './insurances.repository.js'
import { InsurancesService } from './insurances.service.js'

@Module({
  imports: [EndingsModule],
  controllers: [InsurancesController, InsuranceDocumentsController, EntityInsurancesController, InsurerDropdownController],
  providers: [InsurancesRepository, InsurancesService, InsuranceEnds, InsuranceEndsRepository],
})
export class InsurancesModule {}

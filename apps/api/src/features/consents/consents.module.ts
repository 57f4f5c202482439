import { Module } from '@nestjs/common'
import { ConsentsController } from './consents.controller.js'
import { ConsentsRepository } from './consents.repository.js'
import { ConsentsService } from './consents.service.js'
import { CustomerAnswersController } from './customer-answers.controller.js'
import { CustomerAnswersRepository } from './customer-answers.repository.js'
import { CustomerAnswersService } from './customer-answers.service.js'

@Module({
  controllers: [ConsentsController, CustomerAnswersController],
  providers: [ConsentsRepository, ConsentsService, CustomerAnswersRepository, CustomerAnswersService],
})
export class ConsentsModule {}

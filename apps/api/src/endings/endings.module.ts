import { Module } from '@nestjs/common'
import { EndingMails } from './ending-mails.js'
import { EndingsRepository } from './endings.repository.js'

/** Mails about the end of subscriptions and insurances of vehicles. */
@Module({ providers: [EndingMails, EndingsRepository], exports: [EndingMails] })
export class EndingsModule {}

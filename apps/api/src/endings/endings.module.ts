import { Module } from '@nestjs/common'
import { EndingMails } from './ending-mails.js'

/** Mails about what ends: subscriptions and insurances of vehicles. */
@Module({ providers: [EndingMails], exports: [EndingMails] })
export class EndingsModule {}

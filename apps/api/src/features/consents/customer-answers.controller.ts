import { Body, Controller, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { Public } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { originOf } from '../../http/request-origin.js'
import { CustomerAnswersService } from './customer-answers.service.js'
import { AskedConsentDto } from './dto/asked-consent.dto.js'
import { AnswerConsentDto, ConsentLinkDto } from './dto/consent-link.dto.js'

/**
 * Routes for customers without an account. Only their link identifies them. The link is in request bodies, because request
 * addresses are logged.
 */
@ApiTags('Consents')
@Controller('consents')
export class CustomerAnswersController {
  constructor(private readonly answers: CustomerAnswersService) {}

  @Post('show')
  @Public()
  @ApiOperation({ summary: 'Show a request for consent', description: 'Returns the question that the customer is asked.' })
  @AnswersOne(AskedConsentDto, 400, 404, 422, 429)
  async show(@Body() { link }: ConsentLinkDto) {
    return { data: await this.answers.show(link) }
  }

  @Post('answer')
  @Public()
  @ApiOperation({
    summary: 'Answer a request for consent',
    description: 'Records that the customer approves, declines or withdraws consent.',
  })
  @AnswersOne(AskedConsentDto, 400, 404, 409, 422, 429)
  async answer(@Body() { link, answer }: AnswerConsentDto, @Req() request: FastifyRequest) {
    return { data: await this.answers.answer(link, answer, originOf(request)) }
  }
}

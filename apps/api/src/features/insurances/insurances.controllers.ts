import { Body, Controller, Delete, Get, Post, Res } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission, SignedIn } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { fileAnswer } from '../../http/file-answer.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Deletes } from '../../http/routes.decorator.js'
import { DOCUMENT_TYPES } from '../../photos/index.js'
import { ResourceController } from '../../resources/index.js'
import {
  AddInsuranceDocumentDto,
  CreateInsuranceDto,
  InsuranceDocumentDto,
  InsuranceDto,
  InsurerOptionDto,
  UpdateInsuranceDto,
} from './dto/insurance.dto.js'
import { INSURANCE_LIST } from './insurances.repository.js'
import { InsurancesService, MAX_DOCUMENTS } from './insurances.service.js'

@ApiTags('Insurance')
@Controller('insurances')
export class InsurancesController extends ResourceController(INSURANCE_LIST, InsurancesService, {
  thing: 'insurance',
  singular: 'an insurance',
  writes: 'manage:subscriptions',
  create: { body: CreateInsuranceDto, description: 'Adds an insurance to a vehicle.' },
  update: { body: UpdateInsuranceDto, description: 'Changes the given fields of an insurance.' },
  delete: {
    description:
      'Deletes an insurance with its documents for good. The history of the vehicle still shows what the insurance was.',
  },
}) {}

@ApiTags('Insurance')
@Controller('insurances/:id/documents')
export class InsuranceDocumentsController {
  constructor(private readonly insurances: InsurancesService) {}

  @Post()
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Add a document of an insurance',
    description: `Adds one document, at most ${MAX_DOCUMENTS} for an insurance. Sending the same document again adds nothing.`,
  })
  @AnswersOne(InsuranceDocumentDto, 400, 409, 413, 422)
  async add(@By() by: Acting, @PathId('insurance') id: number, @Body() body: AddInsuranceDocumentDto) {
    return { data: await this.insurances.addDocument(by, id, body) }
  }

  @Get(':documentId')
  @RequirePermission('read:information')
  @ApiOperation({ summary: 'Download a document of an insurance', description: 'Returns one document of an insurance.' })
  @ApiProduces(...DOCUMENT_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('insurance') id: number,
    @PathId('document', { name: 'documentId' }) documentId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return fileAnswer(reply, await this.insurances.document(caller, id, documentId))
  }

  @Delete(':documentId')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ summary: 'Delete a document of an insurance', description: 'Deletes one document of an insurance.' })
  @Deletes()
  async remove(
    @By() by: Acting,
    @PathId('insurance') id: number,
    @PathId('document', { name: 'documentId' }) documentId: number,
  ): Promise<void> {
    await this.insurances.removeDocument(by, id, documentId)
  }
}

@ApiTags('Insurance')
@Controller('entities/:id/insurances')
export class EntityInsurancesController {
  constructor(private readonly insurances: InsurancesService) {}

  @Get()
  @RequirePermission('read:information')
  @ApiOperation({
    summary: 'List the insurances of a vehicle',
    description: 'Lists present and past insurance of a vehicle, newest first.',
  })
  @AnswersAll(InsuranceDto)
  async ofEntity(@CurrentCaller() caller: Caller, @PathId('entity') id: number) {
    return { data: await this.insurances.ofEntity(caller, id) }
  }
}

@ApiTags('Dropdowns')
@Controller('dropdown')
export class InsurerDropdownController {
  constructor(private readonly insurances: InsurancesService) {}

  @Get('insurers')
  @SignedIn()
  @ApiOperation({
    summary: 'List insurers',
    description: 'Lists the names of insurers in visible insurance. Empty without `read:information`.',
  })
  @AnswersAll(InsurerOptionDto)
  async insurers(@CurrentCaller() caller: Caller) {
    return { data: caller.permissions.has('read:information') ? await this.insurances.insurers(caller) : [] }
  }
}

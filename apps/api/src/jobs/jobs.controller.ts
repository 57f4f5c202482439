import { Controller, Get, Param, Put, type PipeTransform } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../auth/acting.js'
import { type Caller, CurrentCaller } from '../auth/caller.js'
import { SignedIn } from '../auth/require-permission.decorator.js'
import { AnswersOne } from '../http/answers.decorator.js'
import { AnswersList } from '../lists/answers-list.decorator.js'
import type { CriteriaOf } from '../lists/list.js'
import { Criteria } from '../lists/list-parameters.decorator.js'
import type { Page } from '../http/page.dto.js'
import { notFound } from '../http/problems.js'
import { JobDto } from './dto/job.dto.js'
import { JOB_LIST } from './job-list.js'
import { JobsService } from './jobs.service.js'

/** Converts an id. Throws 404 for a value that is not a UUID. */
class JobIdPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw notFound('job')
    return text
  }
}

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @AnswersList(JOB_LIST)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(JOB_LIST.fields) criteria: CriteriaOf<typeof JOB_LIST>,
  ): Promise<Page<JobDto>> {
    return this.jobs.list(caller, criteria)
  }

  @Get(':id')
  @SignedIn()
  @ApiOperation({
    summary: 'Get a job',
    description: 'Returns the progress of one job, for the user who started it and for super admins.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AnswersOne(JobDto, 404)
  async find(@CurrentCaller() caller: Caller, @Param('id', new JobIdPipe()) id: string) {
    return { data: await this.jobs.find(caller, id) }
  }

  @Put(':id/retry')
  @SignedIn()
  @ApiOperation({
    summary: 'Retry a job',
    description: 'Tries a failed job once more, for the user who started it and for super admins.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AnswersOne(JobDto, 404, 409)
  async retry(@By() by: Acting, @Param('id', new JobIdPipe()) id: string) {
    return { data: await this.jobs.retry(by, id) }
  }
}

import { ValidationPipe } from '@nestjs/common'
import { type ClassConstructor, plainToInstance } from 'class-transformer'
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator'
import { invalid, type Problem } from './problems.js'

/** Properties that a body may not have are refused, not dropped: a misspelt one is a mistake, not a wish. */
const RULES: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }

const toProblem = (errors: ValidationError[]): Problem => invalid(messagesByField(errors))

/** The pipe of every body: 422 with messages by field. */
export const bodyValidation = () => new ValidationPipe({ ...RULES, transform: true, exceptionFactory: toProblem })

/** The same for a value that a pipe of its own has brought into shape. */
export function validateBody<T extends object>(type: ClassConstructor<T>, value: object): T {
  const instance = plainToInstance(type, value)
  const errors = validateSync(instance, RULES)
  if (errors.length > 0) throw toProblem(errors)
  return instance
}

function messagesByField(errors: ValidationError[], path = ''): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const error of errors) {
    const field = path ? `${path}.${error.property}` : error.property
    const messages = Object.values(error.constraints ?? {})
    if (messages.length > 0) found[field] = messages
    Object.assign(found, messagesByField(error.children ?? [], field))
  }
  return found
}

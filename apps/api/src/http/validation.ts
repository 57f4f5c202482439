import { ValidationPipe } from '@nestjs/common'
import { type ClassConstructor, plainToInstance } from 'class-transformer'
import { validateSync, type ValidationError, type ValidationOptions, type ValidatorOptions } from 'class-validator'
import { field } from '../texts/platform.js'
import { type Sentence, sentenceFrom } from '../texts/sentence.js'
import { invalid, type Problem } from './problems.js'

/**
 * Rules for bodies. Unknown properties are refused instead of dropped, because a client would not notice that a misspelt
 * property was dropped.
 */
const RULES: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }

const toProblem = (errors: ValidationError[]): Problem => invalid(sentencesByField(errors))

/** Returns the pipe that validates every body. It responds with 422 and sentences by field. */
export const bodyValidation = () => new ValidationPipe({ ...RULES, transform: true, exceptionFactory: toProblem })

/** Validates a value that a separate pipe has converted, by the same rules as a body. */
export function validateBody<T extends object>(type: ClassConstructor<T>, value: object): T {
  const instance = plainToInstance(type, value)
  const errors = validateSync(instance, RULES)
  if (errors.length > 0) throw toProblem(errors)
  return instance
}

/** Sentence for a broken rule of class-validator. It may also be a function that receives the value and its body. */
type Says = Sentence | ((value: unknown, body: object | undefined) => Sentence)

/**
 * Returns the options of a rule with its sentence. class-validator can only pass text along, so the sentence is passed as
 * JSON.
 */
export const says = (sentence: Says): ValidationOptions => ({
  message: ({ value, object }) => JSON.stringify(typeof sentence === 'function' ? sentence(value, object) : sentence),
})

function sentencesByField(errors: ValidationError[], path = ''): Record<string, Sentence[]> {
  const found: Record<string, Sentence[]> = {}
  for (const error of errors) {
    const name = path ? `${path}.${error.property}` : error.property
    const sentences = Object.keys(error.constraints ?? {}).map((rule) => sentenceOf(error, rule))
    if (sentences.length > 0) found[name] = sentences
    Object.assign(found, sentencesByField(error.children ?? [], name))
  }
  return found
}

function sentenceOf({ constraints, property }: ValidationError, rule: string): Sentence {
  const text = constraints?.[rule] ?? ''
  const sentence = text.startsWith('{') ? sentenceFrom(JSON.parse(text)) : undefined
  if (sentence) return sentence
  if (rule === 'whitelistValidation') return field('unknown', { name: property })
  return rule === 'nestedValidation' ? field('not-object') : field('not-valid')
}

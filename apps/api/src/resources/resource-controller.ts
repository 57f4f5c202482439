import { applyDecorators, Body, Delete, Get, Inject, Post, Put, type Type } from '@nestjs/common'
import { ApiOperation } from '@nestjs/swagger'
import type { QueryResultRow } from 'pg'
import { type Acting, By } from '../auth/acting.js'
import { type Caller, CurrentCaller } from '../auth/caller.js'
import { ListController, type ListRoutes } from '../exports/index.js'
import { AnswersOne } from '../http/answers.decorator.js'
import { PathId } from '../http/id-param.decorator.js'
import { IfMatch } from '../http/if-match.js'
import type { One } from '../http/page.dto.js'
import { Changes, Creates, Deletes, Shows } from '../http/routes.decorator.js'
import { RequiresAccess } from '../lists/answers-list.decorator.js'
import type { Access, List } from '../lists/list.js'
import type { Thing } from '../texts/platform.js'

/** Declaration of one route. */
interface Verb {
  /** Permission for the route, if it differs from that of the resource. */
  may?: Access
  /** Summary for OpenAPI, such as "Revoke an API token". The default is the verb and `singular`. */
  summary?: string
  /** A sentence about the route for the OpenAPI document. */
  description: string
  /** Statuses of problems in addition to those of every route of the same kind. */
  problems?: readonly number[]
  /** Operation id, if it differs from the method's name. */
  operationId?: string
}

/**
 * Declaration of a resource. Only the routes that it declares exist. {@link ServiceOf} describes the methods that the routes
 * call.
 */
interface Declared {
  thing: Thing
  /** One object with its article, for the OpenAPI document: "a geofence" in "Get a geofence". */
  singular: string
  /** Permission to change an object. */
  writes: Access
  /** False to omit the route that reads one object by its id. */
  get?: false
  /** Route that creates an object. `answers` is the type of the response, if it differs from the model. */
  create?: Verb & { body: Type; answers?: Type }
  /**
   * Route that changes an object. The caller sends If-Match with the state to change. With `isBlind`, no If-Match is needed.
   */
  update?: Verb & { body: Type; isBlind?: true }
  /** Route that deletes an object. With `isShown`, it returns the deleted object; otherwise it returns nothing. */
  delete?: Verb & { isShown?: true }
  /** Routes `PUT :id/<name>` without a body, such as `restore`. Each calls the service's method of the same name. */
  marks?: Readonly<Record<string, Verb>>
}

/** Additional declarations of a resource without a list. */
interface Alone extends Declared {
  model: Type
  /** Permission to read an object. */
  reads: Access
  /** Path below the path of the controller, if the controller has other routes too. */
  path?: string
}

type BodyOf<D, Name extends keyof Declared> = D extends Record<Name, { body: Type<infer Body> }> ? Body : never
type AnswerOf<D, Dto> = D extends { create: { answers: Type<infer Answer> } } ? Answer : Dto

/** Methods that the service of a resource needs. */
type ServiceOf<D extends Declared, Dto> = (D extends { get: false }
  ? unknown
  : { get: (caller: Caller, id: number) => Promise<Dto> }) &
  (D extends { create: object } ? { create: (by: Acting, body: BodyOf<D, 'create'>) => Promise<AnswerOf<D, Dto>> } : unknown) &
  (D extends { update: object }
    ? { update: (by: Acting, id: number, body: BodyOf<D, 'update'>, ifMatch: string | null) => Promise<Dto> }
    : unknown) &
  (D extends { delete: { isShown: true } }
    ? { delete: (by: Acting, id: number) => Promise<Dto> }
    : D extends { delete: object }
      ? { delete: (by: Acting, id: number) => Promise<unknown> }
      : unknown) &
  (D extends { marks: infer Marks } ? { [Name in keyof Marks]: (by: Acting, id: number) => Promise<Dto> } : unknown)

/** The same methods for any resource, with the signatures that the routes below use. */
interface Service {
  get: (caller: Caller, id: number) => Promise<unknown>
  create: (by: Acting, body: object) => Promise<unknown>
  update: (by: Acting, id: number, body: object, ifMatch: string | null) => Promise<unknown>
  delete: (by: Acting, id: number) => Promise<unknown>
}
type Marking = Record<string, (by: Acting, id: number) => Promise<unknown>>

interface Routes {
  readonly service: Service
}
type Base = abstract new () => Routes
/** A provider of the module, in the form that `@Inject` takes. */
type Provider<S> = abstract new (...parts: never[]) => S

/** Access and OpenAPI description of a route. */
const Describes = (verb: string, { singular, writes }: Declared, { may, summary, description, operationId }: Verb) =>
  applyDecorators(
    RequiresAccess(may ?? writes),
    ApiOperation({ summary: summary ?? `${verb} ${singular}`, description, operationId }),
  )

/**
 * Sets the class of a body that only the declaration knows. The body pipe and OpenAPI both read the class from the parameter
 * types that the compiler emits. This decorator overwrites the class in these types.
 */
const TakesBody = (body: Type): MethodDecorator => {
  return (controller, handler) => {
    const types = Reflect.getMetadata('design:paramtypes', controller, handler) as unknown[]
    Reflect.defineMetadata(
      'design:paramtypes',
      types.map((type) => (type === AnyBody ? body : type)),
      controller,
      handler,
    )
  }
}
/** Placeholder for the class of a body until {@link TakesBody} sets it. */
class AnyBody {}

const below = (path: string | undefined, end: string) => (path ? `${path}/${end}` : end)

const withGet = (from: Base, { thing, singular, model, reads, update, path }: Alone): Base => {
  abstract class Reading extends from {
    @Get(below(path, ':id'))
    @RequiresAccess(reads)
    @ApiOperation({ summary: `Get ${singular}`, description: `Returns ${singular} by its id.` })
    @(update && !update.isBlind ? Shows(model) : AnswersOne(model))
    async get(@CurrentCaller() caller: Caller, @PathId(thing) id: number) {
      return { data: await this.service.get(caller, id) }
    }
  }
  return Reading
}

const withCreate = (from: Base, declared: Alone, create: NonNullable<Declared['create']>): Base => {
  const { model, path } = declared

  abstract class Creating extends from {
    @Post(path)
    @Describes('Create', declared, create)
    @Creates(create.answers ?? model, ...(create.problems ?? []))
    @TakesBody(create.body)
    async create(@By() by: Acting, @Body() body: AnyBody) {
      return { data: await this.service.create(by, body) }
    }
  }
  return Creating
}

const withUpdate = (from: Base, declared: Alone, update: NonNullable<Declared['update']>): Base => {
  const { thing, model, path } = declared
  const { problems = [], isBlind, body: type } = update

  abstract class Updating extends from {
    @Put(below(path, ':id'))
    @Describes('Update', declared, update)
    @(isBlind ? AnswersOne(model, 400, 422, ...problems) : Changes(model, ...problems))
    @TakesBody(type)
    async update(@By() by: Acting, @PathId(thing) id: number, @Body() body: AnyBody, @IfMatch() ifMatch: string | null) {
      return { data: await this.service.update(by, id, body, ifMatch) }
    }
  }
  return Updating
}

const withDelete = (from: Base, declared: Alone, deleting: NonNullable<Declared['delete']>): Base => {
  const { thing, model, path } = declared
  const { problems = [], isShown } = deleting

  abstract class Deleting extends from {
    @Delete(below(path, ':id'))
    @Describes('Delete', declared, deleting)
    @((isShown ? AnswersOne(model, ...problems) : Deletes(...problems)) as MethodDecorator)
    async delete(@By() by: Acting, @PathId(thing) id: number): Promise<One<unknown> | undefined> {
      const data = await this.service.delete(by, id)
      return isShown && { data }
    }
  }
  return Deleting
}

const withMark = (from: Base, declared: Alone, name: string, mark: Verb): Base => {
  const { thing, model, path } = declared
  const verb = `${name.charAt(0).toUpperCase()}${name.slice(1)}`

  abstract class Marks extends from {
    @Put(below(path, `:id/${name}`))
    @Describes(verb, declared, mark)
    @AnswersOne(model, ...(mark.problems ?? []))
    async [name](@By() by: Acting, @PathId(thing) id: number) {
      return { data: await (this.service as unknown as Marking)[name]?.(by, id) }
    }
  }
  return Marks
}

function withRoutes(from: abstract new () => object, provider: Provider<unknown>, declared: Alone): Base {
  abstract class Served extends from {
    @Inject(provider) readonly service: Service
  }
  let routes: Base = Served
  if (declared.get !== false) routes = withGet(routes, declared)
  if (declared.create) routes = withCreate(routes, declared, declared.create)
  if (declared.update) routes = withUpdate(routes, declared, declared.update)
  if (declared.delete) routes = withDelete(routes, declared, declared.delete)
  for (const [name, mark] of Object.entries(declared.marks ?? {})) routes = withMark(routes, declared, name, mark)
  return routes
}

/** Returns the controller of a resource without a list. A subclass adds the other routes. */
export function ResourceRoutes<const D extends Alone, S extends ServiceOf<D, InstanceType<D['model']>>>(
  provider: Provider<S>,
  declared: D,
): abstract new () => { readonly service: S } {
  return withRoutes(class {}, provider, declared) as unknown as abstract new () => { readonly service: S }
}

/**
 * Returns the controller of a resource with its list. It has the routes of {@link ListController} and the routes of single
 * rows.
 */
export function ResourceController<
  Row extends QueryResultRow,
  Dto,
  Own,
  Line,
  const D extends Declared,
  S extends ServiceOf<D, Dto>,
>(
  list: List<Row, Dto, Own, Line>,
  provider: Provider<S>,
  declared: D,
): abstract new () => ListRoutes<Row, Dto, Own, Line> & { readonly service: S } {
  const { dto: model, permission: reads } = list.declared
  return withRoutes(ListController(list), provider, { ...declared, model, reads }) as unknown as abstract new () => ListRoutes<
    Row,
    Dto,
    Own,
    Line
  > & { readonly service: S }
}

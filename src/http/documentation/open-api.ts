import type { OpenAPIObject } from '@nestjs/swagger';

/** The parts of an OpenAPI document, which the swagger package does not export by name. */
export type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type Components = NonNullable<OpenAPIObject['components']>;
export type Schema = Exclude<NonNullable<Components['schemas']>[string], { $ref: string }>;
export type Response = Exclude<NonNullable<Components['responses']>[string], { $ref: string }>;

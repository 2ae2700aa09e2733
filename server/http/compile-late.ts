/** Fastify's own compilers of schemas, called late. */
import AjvCompiler from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

type Validate = ReturnType<Parameters<FastifyInstance['setValidatorCompiler']>[0]>;

/**
 * A route's schemas become code when its first request comes, not while the shop starts: that was
 * a sixth of the time until it answered.
 */
export function compileLate(app: FastifyInstance): void {
  const compileValidator = AjvCompiler()(
    {},
    {
      // What a client sends is taken at its word: no "3" for a 3. `refusal` is a schema's own message.
      customOptions: { coerceTypes: false, verbose: true, keywords: ['refusal'] },
    },
  );
  app.setValidatorCompiler((route) => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= compileValidator(route);
      const result = compiled(data);
      // Fastify looks for what is wrong where Ajv leaves it: on the function.
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  });
  const compileSerializer = SerializerSelector()({}, {});
  app.setSerializerCompiler((route) => {
    let compiled: ReturnType<typeof compileSerializer> | undefined;
    return (data) => {
      compiled ??= compileSerializer({ ...route, httpStatus: route.httpStatus ?? '' });
      return compiled(data);
    };
  });
}

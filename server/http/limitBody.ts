import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';
import { brokenBody } from './body.ts';
import type { HttpEnv } from './services.ts';

const tooLarge = (): never => {
  throw new AppError(413, message('too_large'));
};

/**
 * Refuses a larger body. A declared Content-Length is compared alone: `bodyLimit` would build the request anew. Without
 * one the body is read here, so it may break off here.
 */
export function limitBody(maxSize: number): MiddlewareHandler<HttpEnv> {
  const counted = bodyLimit({ maxSize, onError: tooLarge });
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      return counted(c, next).catch((error) => {
        throw AppError.of(error) ?? brokenBody();
      });
    return Number(length) > maxSize ? tooLarge() : next();
  };
}

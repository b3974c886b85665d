import { dash } from '../../resources/values/format.ts';

interface ProductNames {
  name?: unknown;
  deployment?: { name?: unknown } | null;
  category?: { name?: unknown } | null;
}

type Product = ProductNames | Readonly<Record<string, unknown>> | null | undefined;

/** The way to a product's name: its deployment and its category. */
export function productWay(product: Product): string {
  const { deployment, category } = (product ?? {}) as ProductNames;
  return [deployment?.name, category?.name].filter(Boolean).join('/');
}

/** The text of a product: deployment/category/name (R-PROD-02). */
export const productText = (product: Product): string =>
  [productWay(product), product?.name].filter(Boolean).join('/') || dash;

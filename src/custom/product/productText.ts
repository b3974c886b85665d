import { dash } from '../../resources/values/format.ts';

interface ProductNames {
  name?: unknown;
  deployment?: { name?: unknown } | null;
  category?: { name?: unknown } | null;
}

/** The text of a product: deployment/category/name (R-PROD-02). */
export const productText = (product: ProductNames | Readonly<Record<string, unknown>> | null | undefined): string => {
  const { name, deployment, category } = (product ?? {}) as ProductNames;
  return [deployment?.name, category?.name, name].filter(Boolean).join('/') || dash;
};

import {
  Box,
  Button,
  Chip,
  Paper,
  Skeleton,
  Step,
  StepButton,
  Stepper,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { optionalSetupSteps, type SetupStep, setupSteps } from '../../../contract/choices/setup.ts';
import { demandDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { CreateButton, useCreateDialog } from '../../resources/list/toolbar/CreateButton.tsx';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { isSetUp, type SetupState, useSetup } from './useSetup.ts';

const SinglePage = lazyChunk(() =>
  import('../../resources/single/SingleScreen.tsx').then((found) => ({ default: found.SinglePage })),
);

/**
 * The button of the step that creates a record.
 * @param path the screen whose form it is, where the entity has several
 */
function CreateFirst({ name, path }: { name: string; path?: string }) {
  const entity = useContract().entity(name);
  const screen = entity.screens?.find((one) => one.path === path);
  const { form, ...options } = { form: entity.form, ...screen };
  const open = useCreateDialog(entity, form && { ...options, form });
  return open && <CreateButton entity={entity} {...(screen?.preset && { preset: screen.preset })} onClick={open} />;
}

/** The form of a settings page within the step. */
function Setting({ name }: { name: string }) {
  const entity = useContract().entity(name);
  const [screen] = entity.screens ?? [];
  if (!screen) return null;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
      <SinglePage entity={entity} screen={screen} isInner />
    </Suspense>
  );
}

/** What is done in each step. */
const contents: Readonly<Record<SetupStep, () => ReactNode>> = {
  account: () => (
    <Button variant="contained" component={Link} to="/userinfo">
      {text().setup.steps.account.action}
    </Button>
  ),
  product_name: () => <Setting name="product_setting" />,
  mail: () => <Setting name="mail_setting" />,
  product: () => <CreateFirst name="product" />,
  salesman: () => <CreateFirst name="user" path="/user/salesman" />,
  enterprise: () => <CreateFirst name="enterprise" />,
};

const labelOf = (name: SetupStep) =>
  translate(setupSteps.find(({ id }) => id === name)?.label ?? { en: name, zh: name });

/** One step: what it is for, its form or its button, and the ways to the others. */
function StepPanel({ at, steps, onGo }: { at: number; steps: readonly SetupState[]; onGo: (at: number) => void }) {
  const words = text().setup;
  const { name, done } = steps[at] as SetupState;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // Who goes to another step by the keyboard or with a screen reader begins at its heading.
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [at]);
  const isLast = at === steps.length - 1;
  return (
    <Paper variant="outlined" component="section" aria-labelledby="setup-step" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1, flexWrap: 'wrap' }}>
        <Typography component="h2" variant="h2" id="setup-step" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
          {labelOf(name)}
        </Typography>
        {done && <Chip size="small" color="success" variant="outlined" label={words.isDone} />}
        {!done && optionalSetupSteps.includes(name) && (
          <Chip size="small" variant="outlined" label={words.isOptional} />
        )}
      </Box>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {words.steps[name].text}
      </Typography>
      <Box key={name}>{contents[name]()}</Box>
      <Box sx={{ display: 'flex', gap: 1, mt: 3, flexWrap: 'wrap' }}>
        {at > 0 && <Button onClick={() => onGo(at - 1)}>{words.back}</Button>}
        <Box sx={{ flex: 1 }} />
        {isLast ? (
          <Button component={Link} to="/dashboard" variant={done ? 'contained' : 'text'}>
            {words.finish}
          </Button>
        ) : (
          <Button variant={done ? 'contained' : 'text'} onClick={() => onGo(at + 1)}>
            {done ? words.next : words.later}
          </Button>
        )}
      </Box>
    </Paper>
  );
}

function Steps({ steps }: { steps: readonly SetupState[] }) {
  const words = text().setup;
  const isNarrow = useMediaQuery('(max-width: 749px)');
  // It opens at the first step that is still to be done.
  const [at, setAt] = useState(() => {
    const open = steps.findIndex(({ done }) => !done);
    return open === -1 ? steps.length - 1 : open;
  });
  const go = (to: number) => askBeforeDiscarding(() => setAt(to));
  return (
    <>
      <Stepper
        nonLinear
        activeStep={at}
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        connector={isNarrow ? null : undefined}
        sx={{ mb: 2 }}
      >
        {steps.map(({ name, done }, index) => (
          <Step key={name} completed={done}>
            <StepButton onClick={() => go(index)}>{labelOf(name)}</StepButton>
          </Step>
        ))}
      </Stepper>
      {isSetUp(steps) && (
        <Typography role="status" sx={{ mb: 2, fontWeight: 600 }}>
          {words.ready}
        </Typography>
      )}
      <StepPanel at={at} steps={steps} onGo={go} />
    </>
  );
}

/** The steps from an empty console to the first order; they can be left and gone on with (issue 35, section 6). */
export default function SetupPage() {
  const contract = useContract();
  demandDeclarations(contract, ['product', 'user', 'enterprise', 'product_setting', 'mail_setting']);
  const words = text().setup;
  const { steps, error, refetch } = useSetup();
  return (
    <Box sx={{ maxWidth: 960 }}>
      <Typography component="h1" variant="h1" sx={{ mb: 0.5 }}>
        {words.title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5 }}>
        {words.intro}
      </Typography>
      {steps && <Steps steps={steps} />}
      {!steps && (error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={320} />)}
    </Box>
  );
}

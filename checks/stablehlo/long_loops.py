#!/usr/bin/env python3
"""Long tensors through the loops of StableHLO's scans, windows, reductions, sorts and top_k: run here on one thread and on three, and by XLA.

    long_loops.py TFRT

Needs jax 0.9.2 and numpy. XLA's largest number of a row drops what is not a number, which the specification keeps: `maxs_*` differ."""
import os
import subprocess
import sys
import tempfile

os.environ['JAX_PLATFORMS']='cpu'
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
T=sys.argv[1]; r=np.random.default_rng(3)
P={}
def f(*s): return r.normal(size=s).astype(np.float32)
def special(*s):
    x=f(*s).round(1); m=r.integers(0,200,size=s); x[m==0]=np.nan; x[m==1]=np.inf; x[m==2]=-np.inf; x[m==3]=-0.0; x[m==4]=0.0; return x
i=lambda *s: r.integers(-50,50,size=s).astype(np.int32)
for ax in (0,1,2):
    for rev in (False,True):
        P[f'cumsum_i_{ax}_{rev}']=(lambda x,ax=ax,rev=rev: lax.cumsum(x,ax,reverse=rev),i(60,70,50))
        P[f'cummax_{ax}_{rev}']=(lambda x,ax=ax,rev=rev: lax.cummax(x,ax,reverse=rev),f(60,70,50))
        P[f'cumsum_f_{ax}_{rev}']=(lambda x,ax=ax,rev=rev: lax.cumsum(x,ax,reverse=rev),f(60,70,50))
        P[f'cumlogsumexp_{ax}_{rev}']=(lambda x,ax=ax,rev=rev: lax.cumlogsumexp(x,ax,reverse=rev),f(6,70,50))
    P[f'argmax_{ax}']=(lambda x,ax=ax: (jnp.argmax(x,ax),jnp.argmin(x,ax)),special(60,70,50))
    P[f'argmax_i_{ax}']=(lambda x,ax=ax: (jnp.argmax(x,ax),jnp.argmin(x,ax)),i(60,70,50))
    P[f'sort_{ax}']=(lambda x,ax=ax: lax.sort(x,ax),special(60,70,50))
    P[f'sort2_{ax}']=(lambda x,y,ax=ax: lax.sort((x,y),dimension=ax,num_keys=1),i(60,70,50),f(60,70,50))
    P[f'argsort_{ax}']=(lambda x,ax=ax: jnp.argsort(x,ax,descending=True),special(60,70,50))
    for n in ('sum','max','min','prod','any','all'):
        P[f'{n}_{ax}']=(lambda x,ax=ax,n=n: getattr(jnp,n)(x,ax),(i(60,70,50)%3 if n!='max' else i(60,70,50)))
    P[f'sumf_{ax}']=(lambda x,ax=ax: jnp.sum(x,ax),f(60,70,50))
    P[f'maxs_{ax}']=(lambda x,ax=ax: jnp.max(x,ax),special(60,70,50))
P['argmax_flat']=(lambda x:(jnp.argmax(x),jnp.argmin(x)),special(300001))
P['sort_flat']=(lambda x: jnp.sort(x),special(300001))
P['sort_flat_i8']=(lambda x: jnp.sort(x),r.integers(-128,127,size=200001).astype(np.int8))
P['sort_u32']=(lambda x: jnp.sort(x),r.integers(0,2**32,size=200001).astype(np.uint32))
P['sort_desc']=(lambda x: -jnp.sort(-x),f(200001))
P['sort_2keys']=(lambda x,y: lax.sort((x,y),num_keys=2),i(200001),f(200001))
P['sort_bf16']=(lambda x: jnp.sort(x),f(100001).astype(jnp.bfloat16))
P['topk']=(lambda x: lax.top_k(x,100),f(300001))
P['topk_ties']=(lambda x: lax.top_k(x,77),i(3,100001))
P['topk_special']=(lambda x: lax.top_k(x,5000),special(100001))
P['topk_rows']=(lambda x: lax.top_k(x,5),special(2000,70))
for n in ('sum','max','min'): P[f'{n}_all']=(lambda x,n=n: getattr(jnp,n)(x),i(700,700))
P['sum_allf']=(lambda x: jnp.sum(x),f(700,700))
P['mean_var']=(lambda x: (x.mean(0),x.var(1)),f(700,700))
P['sum_2ax']=(lambda x: (x.sum((0,2)),x.sum((0,1)),x.sum((1,2))),i(60,70,50))
for w,s,pad,dil in [((1,3,3,1),(1,2,2,1),'SAME',None),((1,2,5,1),(1,1,3,1),'VALID',None),((1,3,3,1),(1,1,1,1),'VALID',(1,2,2,1)),((2,1,3,3),(1,1,1,2),((1,1),(0,0),(2,1),(1,0)),(1,1,1,2))]:
    k=f'{w}{s}{pad}'
    P['maxpool'+k]=(lambda x,w=w,s=s,pad=pad,dil=dil: lax.reduce_window(x,-jnp.inf,lax.max,w,s,pad,None,dil),f(4,30,40,16))
    P['sumpool'+k]=(lambda x,w=w,s=s,pad=pad,dil=dil: lax.reduce_window(x,0,lax.add,w,s,pad,None,dil),i(4,30,40,16))
    P['basedil'+k]=(lambda x,w=w,s=s,pad=pad,dil=dil: lax.reduce_window(x,0,lax.add,w,s,pad,(1,2,1,1),dil),i(2,30,20,6))
P['maxpool_grad']=(lambda x: jax.grad(lambda x: jnp.sum(lax.reduce_window(x,-jnp.inf,lax.max,(1,3,3,1),(1,2,2,1),'SAME')**2))(x),f(4,30,40,16))
P['minpool_grad']=(lambda x: jax.grad(lambda x: jnp.sum(lax.reduce_window(x,jnp.inf,lax.min,(1,2,2,1),(1,2,2,1),'VALID')**2))(x),i(4,30,40,16).astype(np.float32))
P['empty']=(lambda x: (jnp.cumsum(x,0),jnp.sort(x),jnp.sum(x,1)),np.zeros((3,0),np.float32))
bad=0
for name,(fn,*args) in P.items():
    lowered=jax.jit(fn).lower(*args)
    want=[np.asarray(w) for w in jax.tree.leaves(jax.jit(fn)(*args))]
    with tempfile.TemporaryDirectory() as t:
        open(t+'/p.mlir','w').write(lowered.as_text())
        cmdargs=[]
        for k,a in enumerate(args): np.save(f'{t}/i{k}.npy',np.asarray(a)); cmdargs.append(f'--input=@{t}/i{k}.npy')
        got=[]
        for q in ('s','mstd:3'):
            p=subprocess.run([T,'run',t+'/p.mlir',f'--work_queue_type={q}']+cmdargs+[f'--output=@{t}/o{k}.npy' for k in range(len(want))],capture_output=True,text=True)
            if p.returncode: print('ERR',name,q,p.stderr[:200]); bad+=1; got=None; break
            got.append([np.load(f'{t}/o{k}.npy') for k in range(len(want))])
        if got is None: continue
        for k,w in enumerate(want):
            a,b=got[0][k],got[1][k]
            if a.tobytes()!=b.tobytes(): print('THREADS',name,k); bad+=1
            if a.dtype!=w.dtype: a=a.view(w.dtype)
            if w.dtype.kind=='f' or w.dtype.name=='bfloat16':
                aa,ww=a.astype(np.float64),w.astype(np.float64)
                ok=np.allclose(aa,ww,rtol=2e-5,atol=2e-4 if 'sum' in name or 'mean' in name else 1e-6,equal_nan=True)
            else: ok=np.array_equal(a,w)
            if not ok or a.shape!=w.shape: 
                d=np.argwhere(~((a==w)|((a!=a)&(w!=w)))); print('DIFF',name,k,a.shape,len(d),d[:2].tolist(),[ (a[tuple(x)],w[tuple(x)]) for x in d[:2]]); bad+=1
print(len(P),'programs, bad',bad)

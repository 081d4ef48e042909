"""Programs of JAX's operators over dtypes, shapes and attributes: run here and by XLA, and compared.

Each program is exported as StableHLO's text. `checks/jax.sh` runs this file; see there. A program fails if the tool refuses it, or if a result
differs: integers by anything, floats by more than a few units of their precision, relative to the largest element.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

os.environ['JAX_PLATFORMS'] = 'cpu'
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

rng = np.random.default_rng(7)
P = {}


def add(name, f, *args):
    """Adds a program."""
    P[name] = (f, args)


def rnd(shape, dt):
    """Random numbers of a dtype."""
    dt = jnp.dtype(dt)
    if dt == jnp.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    if jnp.issubdtype(dt, jnp.complexfloating):
        return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dt)
    if jnp.issubdtype(dt, jnp.unsignedinteger):
        return rng.integers(0, 20, shape).astype(dt)
    if jnp.issubdtype(dt, jnp.integer):
        return rng.integers(-10, 10, shape).astype(dt)
    return np.asarray(rng.normal(size=shape) * 2).astype(dt)


F=['float32','bfloat16','float16']; I=['int32','uint8','int8','uint32','int16','uint16']; C=['complex64']; B=['bool']
un={'abs':F+I[:1]+C,'neg':F+I+C,'sign':F+I+C,'floor':F,'ceil':F,'round':F,'exp':F+C,'expm1':F+C,'log':F+C,'log1p':F+C,'sqrt':F+C,'rsqrt':F+C,'cbrt':F,'sin':F+C,'cos':F+C,'tan':F+C,'tanh':F+C,'asin':F+C,'acos':F+C,'atan':F+C,'sinh':F+C,'cosh':F+C,'asinh':F+C,'acosh':F+C,'atanh':F+C,'logistic':F+C,'is_finite':F,'population_count':I,'clz':I,'bitwise_not':I+B,'erf':F,'erfc':F,'erf_inv':F,'lgamma':F,'digamma':F,'real':C,'imag':C,'conj':C,'bessel_i0e':F[:1],'bessel_i1e':F[:1],'square':F+I[:1],'integer_pow3':F+I[:1]}
for n,ds in un.items():
    for d in ds:
        f=(lambda x: lax.integer_pow(x,3)) if n=='integer_pow3' else (getattr(lax,n) if hasattr(lax,n) else getattr(jnp,n))
        add(f'un_{n}_{d}',f,rnd((3,5),d))
bi={'add':F+I+C,'sub':F+I+C,'mul':F+I+C,'div':F+I+C,'rem':F+I,'max':F+I+C+B,'min':F+I+C+B,'pow':F+C,'atan2':F,'nextafter':F[:1],'bitwise_and':I+B,'bitwise_or':I+B,'bitwise_xor':I+B,'shift_left':I,'shift_right_arithmetic':I,'shift_right_logical':I,'eq':F+I+C+B,'ne':F+I+C+B,'lt':F+I,'le':F+I,'gt':F+I,'ge':F+I,'igamma':F[:1],'igammac':F[:1],'zeta':F[:1],'polygamma':F[:1]}
for n,ds in bi.items():
    for d in ds:
        a,b=rnd((3,5),d),rnd((3,5),d)
        if n in('igamma','igammac','zeta','polygamma'): a,b=np.abs(a)+1.5,np.abs(b)+.5
        if n=='polygamma': a=np.floor(a)
        add(f'bi_{n}_{d}',getattr(lax,n),a,b)
for a in F+I+C+B:
    for b in F+I+C+B:
        if a in C and b not in C: continue
        add(f'convert_{a}_{b}',lambda x,b=b: lax.convert_element_type(x,b),rnd((4,3),a))
add('clamp',lambda a,b,c: lax.clamp(a,b,c),rnd((),'float32'),rnd((3,4),'float32'),np.float32(1.5))
add('select',lambda p,a,b: jnp.where(p,a,b),rnd((3,4),'bool'),rnd((3,4),'float32'),rnd((3,4),'float32'))
for d in F+I+C+B:
    x=rnd((4,6),d)
    add(f'transpose_{d}',lambda x: x.T,x); add(f'reshape_{d}',lambda x: x.reshape(3,8),x)
    add(f'concat_{d}',lambda x: jnp.concatenate([x,x[:2],x]),x); add(f'rev_{d}',lambda x: lax.rev(x,(1,)),x)
    add(f'slice_{d}',lambda x: x[1:4:2,::3],x); add(f'pad_{d}',lambda x: lax.pad(x,x[0,0],((1,2,1),(-1,-1,2))),x)
    add(f'dslice_{d}',lambda x,i: lax.dynamic_slice(x,(i,i+3),(2,2)),x,np.int32(2))
    add(f'dus_{d}',lambda x,i: lax.dynamic_update_slice(x,x[:2,:2],(i,i+3)),x,np.int32(2))
    add(f'take_{d}',lambda x,i: jnp.take(x,i,axis=1),x,np.array([0,5,2,1],np.int32))
    add(f'gather2_{d}',lambda x,i: x[i,i+1],x,np.array([0,3,2,1],np.int32))
    add(f'set_{d}',lambda x,i: x.at[i].set(x[0]),x,np.array([0,3],np.int32))
    add(f'bcast_{d}',lambda x: jnp.broadcast_to(x[:,None,:],(4,3,6)),x)
    if d not in B: add(f'iota_{d}',lambda d=d: lax.iota(jnp.dtype(d),5) if d not in C else jnp.ones(3,d))
    if d not in B:
        add(f'at_add_{d}',lambda x,i: x.at[i].add(x[1]),x,np.array([0,3,3],np.int32))
        add(f'sum_{d}',lambda x: jnp.sum(x,axis=1),x); add(f'sum0_{d}',lambda x: jnp.sum(x,axis=0),x); add(f'sumall_{d}',lambda x: jnp.sum(x),x)
        add(f'prod_{d}',lambda x: jnp.prod(x,axis=1),x)
        add(f'cumsum_{d}',lambda x: jnp.cumsum(x,axis=1),x); add(f'dot_{d}',lambda x: x@x.T,x); add(f'einsum_{d}',lambda x: jnp.einsum('ij,ik->jk',x,x),x)
        add(f'cumprod_{d}',lambda x: lax.cumprod(x,axis=1),x)
    if d not in C:
        add(f'max_{d}',lambda x: jnp.max(x,axis=1),x); add(f'min_{d}',lambda x: jnp.min(x,axis=0),x)
        add(f'argmax_{d}',lambda x: jnp.argmax(x,axis=1),x); add(f'argmin_{d}',lambda x: jnp.argmin(x),x)
        add(f'sort_{d}',lambda x: jnp.sort(x,axis=1),x); add(f'argsort_{d}',lambda x: jnp.argsort(x,axis=0),x)
        add(f'topk_{d}',lambda x: lax.top_k(x,3),x) if d not in B else None
        add(f'cummax_{d}',lambda x: lax.cummax(x,axis=0),x) if d not in B else None
    add(f'any_{d}',lambda x: jnp.any(x,axis=1),x); add(f'all_{d}',lambda x: jnp.all(x),x)
x=rnd((4,6),'float32')
add('sort2',lambda a,b: lax.sort((a,b),dimension=1,num_keys=1),rnd((4,6),'int32')%3,x); add('sort2k',lambda a,b: lax.sort((a,b),dimension=0,num_keys=2),rnd((4,6),'int32')%3,x)
add('median',lambda x: jnp.median(x,axis=1),x); add('var',lambda x: jnp.var(x,axis=1),x); add('softmax',lambda x: jax.nn.softmax(x),x); add('logsumexp',lambda x: jax.nn.logsumexp(x,axis=1),x)
for n in ['relu','gelu','silu','softplus','elu','selu','log_softmax','sigmoid','celu','glu','hard_tanh','leaky_relu','swish','one_hot','soft_sign','log_sigmoid','mish']:
    f=getattr(jax.nn,n)
    if n=='one_hot': add('nn_one_hot',lambda i: jax.nn.one_hot(i,5),np.array([1,3,0],np.int32))
    else: add(f'nn_{n}',f,x); 
    if n not in('one_hot',): add(f'gradnn_{n}',jax.grad(lambda x,f=f: jnp.sum(f(x)*f(x))),x)
for d in F+['int32']:
    l,r=rnd((2,7,6,4),d),rnd((3,2,4,5),d)
    dn=('NHWC','HWIO','NHWC')
    add(f'conv_valid_{d}',lambda l,r: lax.conv_general_dilated(l,r,(1,1),'VALID',dimension_numbers=dn),l,r)
    add(f'conv_same_{d}',lambda l,r: lax.conv_general_dilated(l,r,(2,1),'SAME',dimension_numbers=dn),l,r)
    add(f'conv_dil_{d}',lambda l,r: lax.conv_general_dilated(l,r,(1,2),((1,2),(0,3)),lhs_dilation=(2,1),rhs_dilation=(1,2),dimension_numbers=dn),l,r)
    add(f'conv_group_{d}',lambda l,r: lax.conv_general_dilated(l,r,(1,1),'SAME',feature_group_count=2,dimension_numbers=dn),l,rnd((3,2,2,6),d))
    add(f'conv_bgroup_{d}',lambda l,r: lax.conv_general_dilated(l,r,(1,1),'SAME',batch_group_count=2,dimension_numbers=dn),l,rnd((3,2,4,6),d))
    add(f'conv_nchw_{d}',lambda l,r: lax.conv_general_dilated(l,r,(1,1),'SAME'),rnd((2,3,5,5),d),rnd((4,3,3,3),d))
l,r=rnd((2,6,6,3),'float32'),rnd((3,3,3,4),'float32')
add('conv_grad',jax.grad(lambda l,r: jnp.sum(lax.conv_general_dilated(l,r,(2,2),'SAME',dimension_numbers=dn)**2),(0,1)),l,r)
add('conv1d',lambda l,r: lax.conv_general_dilated(l,r,(1,),'SAME'),rnd((2,3,8),'float32'),rnd((4,3,3),'float32'))
add('conv3d',lambda l,r: lax.conv_general_dilated(l,r,(1,1,1),'SAME'),rnd((1,2,4,4,4),'float32'),rnd((3,2,2,2,2),'float32'))
for nm,op,init in(('max',lax.max,-jnp.inf),('add',lax.add,0.),('min',lax.min,jnp.inf),('mul',lax.mul,1.)):
    add(f'rw_{nm}',lambda x,op=op,init=init: lax.reduce_window(x,np.float32(init),op,(1,2,3,1),(1,1,2,1),'SAME'),l)
    add(f'rwd_{nm}',lambda x,op=op,init=init: lax.reduce_window(x,np.float32(init),op,(1,2,2,1),(1,2,1,1),((0,0),(1,1),(0,2),(0,0)),base_dilation=(1,2,1,1),window_dilation=(1,1,2,1)),l)
add('maxpool_grad',jax.grad(lambda x: jnp.sum(lax.reduce_window(x,-jnp.inf,lax.max,(1,2,2,1),(1,2,2,1),'VALID')**2)),l)
add('avgpool_grad',jax.grad(lambda x: jnp.sum(lax.reduce_window(x,0.,lax.add,(1,2,2,1),(1,2,2,1),'SAME')**2)),l)
for nm in ['fft','ifft','fft2','ifft2','fftn']: add(f'fft_{nm}',getattr(jnp.fft,nm),rnd((3,4,6),'complex64'))
for nm in ['rfft','rfft2','rfftn']: add(f'fft_{nm}',getattr(jnp.fft,nm),rnd((3,4,6),'float32'))
for nm in ['irfft','irfft2','irfftn']: add(f'fft_{nm}',getattr(jnp.fft,nm),rnd((3,4,5),'complex64'))
A=rnd((4,4),'float32'); S=A@A.T+4*np.eye(4,dtype='float32')
add('chol',lambda a: lax.linalg.cholesky(a),S); add('trisolve',lambda a,b: lax.linalg.triangular_solve(a,b,left_side=True,lower=True),np.tril(S),A); add('trisolveT',lambda a,b: lax.linalg.triangular_solve(a,b,left_side=False,lower=False,transpose_a=True,unit_diagonal=True),np.triu(S),A)
add('solve',jnp.linalg.solve,S,A[:,0]); add('inv',jnp.linalg.inv,S); add('det',jnp.linalg.det,S); add('qr',lambda a: jnp.abs(jnp.linalg.qr(a)[1]),A); add('eigh',lambda a: jnp.linalg.eigvalsh(a),S); add('svd',lambda a: jnp.linalg.svd(a,compute_uv=False),A)
add('while',lambda x: lax.while_loop(lambda c: c[0]<10,lambda c:(c[0]+1,jnp.sin(c[1])+c[0]),(0,x)),x); add('fori',lambda x: lax.fori_loop(0,5,lambda i,c: c*0.5+i,x),x)
add('cond',lambda x: lax.cond(x[0,0]>0,lambda x: x+1,lambda x: x*2,x),x); add('switch',lambda i,x: lax.switch(i,[lambda x: x+1,lambda x: x*2,lambda x: -x],x),np.int32(2),x); add('switch_oob',lambda i,x: lax.switch(i,[lambda x: x+1,lambda x: x*2,lambda x: -x],x),np.int32(-7),x)
add('scan',lambda x: lax.scan(lambda c,a:(c+a,c*a),jnp.zeros(6),x),x); add('scan_grad',jax.grad(lambda x: jnp.sum(lax.scan(lambda c,a:(jnp.tanh(c+a),c*a),jnp.zeros(6),x)[1])),x); add('map',lambda x: lax.map(lambda r: jnp.sum(r)*r,x),x); add('assoc',lambda x: lax.associative_scan(jnp.add,x),x)
key=jax.random.PRNGKey(3); k=np.asarray(key)
for nm,f in(('bits',lambda k: jax.random.bits(k,(5,3))),('uniform',lambda k: jax.random.uniform(k,(5,3))),('normal',lambda k: jax.random.normal(k,(5,3))),('randint',lambda k: jax.random.randint(k,(7,),0,100)),('perm',lambda k: jax.random.permutation(k,10)),('gamma',lambda k: jax.random.gamma(k,2.0,(3,))),('categorical',lambda k: jax.random.categorical(k,jnp.zeros((4,5)))),('bernoulli',lambda k: jax.random.bernoulli(k,0.3,(9,))),('split',lambda k: jax.random.split(k,3)),('choice',lambda k: jax.random.choice(k,10,(4,))),('exponential',lambda k: jax.random.exponential(k,(4,))),('poisson',lambda k: jax.random.poisson(k,3.0,(4,))),('beta',lambda k: jax.random.beta(k,2.,3.,(3,))),('trunc',lambda k: jax.random.truncated_normal(k,-1.,1.,(5,))),('bits8',lambda k: jax.random.bits(k,(5,),'uint8')),('bits16',lambda k: jax.random.bits(k,(5,),'uint16')),('dirichlet',lambda k: jax.random.dirichlet(k,jnp.ones(4)))): add(f'rand_{nm}',f,k)
for alg in('RNG_THREE_FRY','RNG_PHILOX','RNG_DEFAULT'):
    a=getattr(lax.RandomAlgorithm,alg)
    for sh,dt in(((7,),'uint32'),((4,3),'uint32'),((3,5),'uint32'),((5,),'uint8'),((),'uint32')):
        add(f'rbg_{alg}_{len(sh)}_{"x".join(map(str,sh))}_{dt}',lambda k,a=a,sh=sh,dt=dt: lax.rng_bit_generator(k,sh,dt,a),np.array([1,2,3,4],np.uint32))
for e,m in((5,10),(8,7),(4,3),(5,2),(2,1),(8,23)): add(f'redprec_{e}_{m}',lambda x,e=e,m=m: lax.reduce_precision(x,e,m),np.concatenate([rnd(20,'float32'),np.array([1e-30,1e30,np.inf,-np.inf,np.nan,65520.,65519.,-0.,3e-8],np.float32)]))
add('bitcast',lambda x: lax.bitcast_convert_type(x,'int32'),x); add('bitcast8',lambda x: lax.bitcast_convert_type(x,'uint8'),x); add('bitcast_up',lambda x: lax.bitcast_convert_type(x,'uint32'),rnd((3,4),'uint8'))
add('dot_bf16_f32',lambda a,b: lax.dot_general(a,b,(((1,),(0,)),((),())),preferred_element_type='float32'),rnd((4,6),'bfloat16'),rnd((6,3),'bfloat16')); add('dot_i8_i32',lambda a,b: lax.dot_general(a,b,(((1,),(0,)),((),())),preferred_element_type='int32'),rnd((4,6),'int8'),rnd((6,3),'int8')); add('dot_batch',lambda a,b: lax.dot_general(a,b,(((2,),(1,)),((0,),(0,)))),rnd((2,4,6),'float32'),rnd((2,6,3),'float32')); add('bdot',lambda a,b: jnp.einsum('bhqd,bkhd->bhqk',a,b),rnd((2,3,4,5),'float32'),rnd((2,6,3,5),'float32'))
for nm in ['histogram','cov','corrcoef','tril','triu','trace','cross','unwrap','interp','searchsorted','convolve','polyfit','kron','diff','gradient','roll','nanmean','percentile','digitize','bincount','meshgrid']: 
    g={'histogram':lambda x: jnp.histogram(x,5),'cov':jnp.cov,'corrcoef':jnp.corrcoef,'tril':jnp.tril,'triu':jnp.triu,'trace':jnp.trace,'cross':lambda x: jnp.cross(x[:,:3],x[:,3:]),'unwrap':jnp.unwrap,'interp':lambda x: jnp.interp(x,jnp.arange(5.),jnp.arange(5.)**2),'searchsorted':lambda x: jnp.searchsorted(jnp.arange(5.),x),'convolve':lambda x: jnp.convolve(x[0],x[1]),'polyfit':None,'kron':lambda x: jnp.kron(x,x),'diff':jnp.diff,'gradient':lambda x: jnp.gradient(x[0]),'roll':lambda x: jnp.roll(x,2,1),'nanmean':jnp.nanmean,'percentile':lambda x: jnp.percentile(x,30),'digitize':lambda x: jnp.digitize(x,jnp.arange(3.)),'bincount':lambda x: jnp.bincount(jnp.abs(x.astype(int)).ravel(),length=8),'meshgrid':lambda x: jnp.meshgrid(x[0],x[1])}[nm]
    if g: add(f'np_{nm}',g,x)
spec=np.array([0.,-0.,1.,-1.,np.inf,-np.inf,np.nan,1e-40,3.4e38,0.5,-0.5,1.5,2.5,-2.5],np.float32)
s2=np.array(np.meshgrid(spec,spec)).reshape(2,-1)
for n in ['max','min','pow','atan2','div','rem','add','mul','eq','lt','ge','nextafter']: add(f'spec_{n}',getattr(lax,n),s2[0],s2[1])
for n in ['exp','log','log1p','expm1','sqrt','rsqrt','cbrt','sin','cos','tan','tanh','logistic','sign','floor','ceil','round','abs','neg','is_finite','asin','acos','atan','sinh','cosh','asinh','acosh','atanh','erf','erfc','erf_inv','lgamma','digamma']: add(f'spec_{n}',getattr(lax,n),spec)
for d in ['int8','uint8','int32','uint32']:
    ii=np.iinfo(d); v=np.array([0,1,2,ii.max,ii.min,ii.max-1,7,31,32,33,100],dtype=np.int64).astype(d); a,b=np.array(np.meshgrid(v,v)).reshape(2,-1)
    for n in ['div','rem','shift_left','shift_right_logical','shift_right_arithmetic','mul','max','pow'][:7]: add(f'ispec_{n}_{d}',getattr(lax,n),a,b)
for d in ['int8','int16','int32','uint8','uint32']: add(f'fspec_conv_{d}',lambda x,d=d: lax.convert_element_type(x,d),np.array([0.,-0.,1.5,-1.5,300.,-300.,1e20,-1e20,np.inf,-np.inf],np.float32))

# Linear algebra, by custom calls of LAPACK: results that do not depend on the signs or phases of vectors.
def herm(x): return jnp.conj(jnp.swapaxes(x,-1,-2))
L=lax.linalg
for d in ['float32','complex64']:
    for nm,sh in (('',(5,5)),('_batch',(2,3,4,4))):
        a=rnd(sh,d); s=(a@np.conj(np.swapaxes(a,-1,-2))+5*np.eye(sh[-1])).astype(d); b=rnd(sh[:-1]+(3,),d)
        add(f'la_chol{nm}_{d}',L.cholesky,s); add(f'la_cholu{nm}_{d}',lambda a: jnp.linalg.cholesky(a,upper=True),s); add(f'la_cholnan{nm}_{d}',L.cholesky,-s)
        add(f'la_lu{nm}_{d}',L.lu,a); add(f'la_solve{nm}_{d}',jnp.linalg.solve,a,b); add(f'la_inv{nm}_{d}',jnp.linalg.inv,s); add(f'la_det{nm}_{d}',jnp.linalg.det,a); add(f'la_slogdet{nm}_{d}',jnp.linalg.slogdet,a)
        add(f'la_qr{nm}_{d}',lambda a: L.qr(a),a); add(f'la_householder{nm}_{d}',lambda a: L.householder_product(*jax.lax.linalg.geqrf(a)) if hasattr(jax.lax.linalg,'geqrf') else L.qr(a)[0],a)
        add(f'la_qrpivot{nm}_{d}',lambda a: L.qr(a,pivoting=True),a)
        def eigh(a,**k):
            v,w=L.eigh(a,sort_eigenvalues=True,symmetrize_input=False,**k); return w,(v*w[...,None,:])@herm(v),herm(v)@v
        add(f'la_eigh{nm}_{d}',eigh,s); add(f'la_eighu{nm}_{d}',lambda a,eigh=eigh: eigh(a,lower=False),s); add(f'la_eigvalsh{nm}_{d}',jnp.linalg.eigvalsh,s)
        def svd(a,**k):
            u,w,v=jnp.linalg.svd(a,**k); r=w.shape[-1]; return w,(u[...,:,:r]*w[...,None,:])@v[...,:r,:],herm(u)@u,v@herm(v)
        for full in(False,True): add(f'la_svd{int(full)}{nm}_{d}',lambda a,full=full,svd=svd: svd(a,full_matrices=full),b); add(f'la_svdt{int(full)}{nm}_{d}',lambda a,full=full,svd=svd: svd(a,full_matrices=full),np.swapaxes(b,-1,-2))
        add(f'la_svdvals{nm}_{d}',lambda a: jnp.linalg.svd(a,compute_uv=False),b); add(f'la_pinv{nm}_{d}',jnp.linalg.pinv,b)
        def eig(a):
            w,l,r=L.eig(a); order=jnp.argsort(jnp.real(w)*3+jnp.imag(w),axis=-1); return jnp.take_along_axis(w,order,-1),jnp.max(jnp.abs(a@r-r*w[...,None,:])).round(3),jnp.max(jnp.abs(herm(l)@a-w[...,:,None]*herm(l))).round(3),jnp.sum(jnp.abs(r)**2,-2)
        add(f'la_eig{nm}_{d}',eig,a); add(f'la_eigvals{nm}_{d}',lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))),a)
        def schur(a):
            t,q=L.schur(a); return q@t@herm(q),herm(q)@q,jnp.tril(t,-2)
        add(f'la_schur{nm}_{d}',schur,a)
        add(f'la_hess{nm}_{d}',L.hessenberg,a); add(f'la_tridiag{nm}_{d}',lambda a: L.tridiagonal(a)[1:],s); add(f'la_tridiagu{nm}_{d}',lambda a: L.tridiagonal(a,lower=False)[1:],s)
        add(f'la_gtsv{nm}_{d}',L.tridiagonal_solve,a[...,0],a[...,1],a[...,2],b)
        for left in(False,True):
            for lower in(False,True):
                for t in(False,True): add(f'la_trsm{int(left)}{int(lower)}{int(t)}{nm}_{d}',lambda a,b,left=left,lower=lower,t=t: L.triangular_solve(a,b,left_side=left,lower=lower,transpose_a=t,conjugate_a=t,unit_diagonal=lower),s,b if left else np.swapaxes(b,-1,-2))
    add(f'la_expm_{d}',jax.scipy.linalg.expm,rnd((4,4),d)/4)
add('la_luwide',L.lu,rnd((3,5),'float32')); add('la_lutall',L.lu,rnd((5,3),'float32')); add('la_qrwide',lambda a: L.qr(a,full_matrices=False),rnd((3,5),'float32')); add('la_qrfull',lambda a: L.qr(a,full_matrices=True),rnd((5,3),'float32')); add('la_lstsq',lambda a,b: jnp.linalg.lstsq(a,b)[0],rnd((6,3),'float32'),rnd((6,),'float32')); add('la_eighnan',jnp.linalg.eigvalsh,np.full((3,3),np.nan,np.float32)); add('la_svdnan',lambda a: jnp.linalg.svd(a,compute_uv=False),np.full((3,2),np.nan,np.float32)); add('la_norm2',lambda a: jnp.linalg.norm(a,2),rnd((4,3),'float32')); add('la_rank',jnp.linalg.matrix_rank,rnd((4,3),'float32')); add('la_power',lambda a: jnp.linalg.matrix_power(a,-3),S); add('la_cholgrad',jax.grad(lambda a: jnp.sum(jnp.linalg.cholesky(a))),S); add('la_solvegrad',jax.grad(lambda a: jnp.sum(jnp.linalg.solve(a,jnp.ones(4)))),S); add('la_svdgrad',jax.grad(lambda a: jnp.sum(jnp.linalg.svd(a,compute_uv=False)**2)),A); add('la_multinormal',lambda k: jax.random.multivariate_normal(k,jnp.zeros(4),S),np.array([0,3],np.uint32))
add('approx_max',lambda x: lax.approx_max_k(x,3),rnd((4,20),'float32')); add('approx_min',lambda x: lax.approx_min_k(x,3,reduction_dimension=0),rnd((20,4),'float32'))


# How safetensors files call the dtypes.
NAMES = {'float32': 'F32', 'float16': 'F16', 'bfloat16': 'BF16', 'int8': 'I8', 'int16': 'I16', 'int32': 'I32',
         'uint8': 'U8', 'uint16': 'U16', 'uint32': 'U32', 'bool': 'BOOL', 'complex64': 'C64'}
DTYPES = {name: np.dtype(getattr(ml_dtypes, dtype, None) or dtype) for dtype, name in NAMES.items()}


def write(path, arrays):
    header, data = {}, b''
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {'dtype': NAMES[array.dtype.name], 'shape': list(array.shape),
                        'data_offsets': [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 8)
    with open(path, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + data)


def read(path):
    with open(path, 'rb') as file:
        raw = file.read()
    size = struct.unpack('<Q', raw[:8])[0]
    arrays = {}
    for name, entry in json.loads(raw[8:8 + size]).items():
        if name != '__metadata__':
            begin, end = entry['data_offsets']
            array = np.frombuffer(raw[8 + size + begin:8 + size + end], DTYPES[entry['dtype']])
            arrays[name] = array.reshape(entry['shape'])
    return arrays


def difference(got, expected):
    """What is wrong with a result, if anything."""
    if (got.shape, got.dtype) != (expected.shape, expected.dtype):
        return f'{got.dtype}{got.shape} instead of {expected.dtype}{expected.shape}'
    if got.dtype.kind in 'biu':
        wrong = got != expected
    else:
        wide = np.complex128 if got.dtype.kind == 'c' else np.float64
        precision = {'float16': 2e-3, 'bfloat16': 1.6e-2}.get(got.dtype.name, 3e-5)
        got, expected = got.astype(wide), expected.astype(wide)
        finite = np.abs(expected[np.isfinite(expected)])
        size = max(1e-3, finite.max()) if finite.size else 1.0
        wrong = ~np.isclose(got, expected, rtol=precision, atol=precision * size / 10, equal_nan=True)
    if not wrong.any():
        return None
    return f'{got[wrong].ravel()[:4]} instead of {expected[wrong].ravel()[:4]} ({wrong.sum()} of {wrong.size})'


def exported(name):
    """The text of a program, its inputs that are used, and XLA's results."""
    f, args = P[name]
    lowered = jax.jit(f).lower(*args)
    results = [np.asarray(result) for result in jax.tree_util.tree_leaves(lowered.compile()(*args))]
    leaves = [np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(args)]
    kept = lowered._lowering.compile_args.get('kept_var_idx', range(len(leaves)))
    text = str(lowered.compiler_ir('stablehlo'))
    return text, [leaf for i, leaf in enumerate(leaves) if i in kept], results


def run(folder, tool, name, program):
    """Runs a program here; gives what is wrong with it."""
    text, inputs, results = program
    path = os.path.join(folder, name)
    with open(path + '.mlir', 'w') as file:
        file.write(text)
    write(path + '.in.safetensors', {f'a{i}': array for i, array in enumerate(inputs)})
    out = path + '.out.safetensors'
    if os.path.exists(out):
        os.remove(out)
    command = [tool, path + '.mlir', '--function=main']
    command += [f'--input=@{path}.in.safetensors:a{i}' for i in range(len(inputs))]
    command += [f'--output=@{out}:r{i}' for i in range(len(results))]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return 'refused: ' + (done.stderr.strip().split('\n') or [''])[0]
    got = read(out)
    for i, expected in enumerate(results):
        wrong = difference(got[f'r{i}'], expected)
        if wrong:
            return f'result {i}: {wrong}'
    return None


def keep(programs, failed, part):
    """Writes every fifth of the programs that agree for the tests; those of a part are added to what is there."""
    folder = 'testdata/stablehlo/jax'
    arrays = read(f'{folder}/cases.safetensors') if part else {}
    chosen = [name for i, name in enumerate(sorted(set(programs) - set(failed))) if i % 5 == 0]
    for name in chosen:
        text, inputs, results = programs[name]
        if len(text) > 20000:
            continue
        with open(f'{folder}/{name}.mlir', 'w') as file:
            file.write(text)
        arrays.update({f'{name}.in{i}': array for i, array in enumerate(inputs)})
        arrays.update({f'{name}.out{i}': array for i, array in enumerate(results)})
    write(f'{folder}/cases.safetensors', arrays)
    print(f'{len(chosen)} programs kept')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('part', nargs='?', default='', help='of the names of programs')
    parser.add_argument('--keep', action='store_true', help='write the programs of the tests')
    parser.add_argument('--tool', default='target/debug/tfrt-run')
    parser.add_argument('--folder', default='target/jax/programs')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    programs = {name: exported(name) for name in P if options.part in name}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = pool.map(lambda name: run(options.folder, options.tool, name, programs[name]), programs)
        failed = {name: why for name, why in zip(programs, wrong) if why}
    for name, why in failed.items():
        print(f'{name}: {why}')
    unsupported = sum(why.startswith('refused') for why in failed.values())
    print(f'{len(programs) - len(failed)} passed, {len(failed) - unsupported} failed, {unsupported} unsupported')
    if options.keep:
        keep(programs, failed, options.part)
    sys.exit(1 if failed and not options.keep else 0)


if __name__ == '__main__':
    main()
